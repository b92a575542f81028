import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Problem } from './form-values.ts';
import type { OptionTexts } from './option-texts.ts';

/** Buyers fix the first problems before they read further ones. */
const MOST_LISTED = 5;

/** The errors at the top of the page, each with a link to its field, which shows the same message. */
export const problemList = (problems: Problem[], texts: OptionTexts): Html | false =>
  problems.length > 0 &&
  html`<div class="note bad" role="alert">
<h2>${texts.problems.heading}</h2>
<ul>${problems.slice(0, MOST_LISTED).map(
    (problem) => html`<li><a href="#${problem.field}">${texts.problems[problem.rule](problem)}</a></li>
`,
  )}</ul>
${problems.length > MOST_LISTED && html`<p>${texts.problems.more(problems.length - MOST_LISTED)}</p>`}
</div>`;
