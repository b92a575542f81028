import { consentVersion } from '../../events/consent-text.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { CONSENT_FIELD, type Entered, type Problem } from './entered.ts';
import type { OptionTexts } from './option-texts.ts';
import type { EventOfPage } from './queries.ts';

/**
 * What the buyer has to agree to, with its box; nothing when there is nothing. The box's value stands for these words:
 * who
 * ticked it before they changed has not agreed to the new ones.
 */
export function consentBox(
  { consentText: words }: Pick<EventOfPage, 'consentText'>,
  { entered, problems }: { entered: Entered; problems: Problem[] },
  texts: OptionTexts,
): Html | false {
  if (words === null) return false;
  const problem = problems.find(({ field }) => field === CONSENT_FIELD);
  const version = consentVersion(words);
  return html`<fieldset class="consent">
<legend>${texts.consent}</legend>
<label class="choice"><input type="checkbox" id="${CONSENT_FIELD}" name="${CONSENT_FIELD}" value="${version}" required${
    entered.consent === version && new Html(' checked')
  }${problem && html` aria-invalid="true" aria-describedby="${CONSENT_FIELD}_error"`}><span class="words">${words}</span></label>
${problem && html`<p id="${CONSENT_FIELD}_error" class="wrong">${texts.problems[problem.rule](problem)}</p>`}
</fieldset>`;
}
