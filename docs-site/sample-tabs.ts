import { Html, html } from '../server/src/platform/http/pages/html.ts';
import { LANGUAGES, type SampleLanguage, type Samples } from './samples/samples.ts';

const languages = Object.entries(LANGUAGES) as [SampleLanguage, string][];

/** A sample in all languages, of which the style sheet shows the chosen one. `name` is unique on the page. */
export const sampleTabs = (name: string, samples: Samples): Html => html`<div class="samples">
<fieldset><legend>Language</legend>
${languages.map(
  ([language, title], index) =>
    html`<label><input type="radio" name="sample-${name}" value="${language}"${index === 0 && new Html(' checked')}> ${title}</label>\n`,
)}</fieldset>
${languages.map(
  ([language]) => html`<pre tabindex="0" data-language="${language}"><code>${samples[language]}</code></pre>\n`,
)}</div>`;
