import { consentVersion } from '../../events/consent-text.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { CONSENT_FIELD, type FormValues, type Problem } from './form-values.ts';
import type { OptionTexts } from './option-texts.ts';
import type { EventOfPage } from './queries.ts';

/**
 * The text that the buyer must agree to, with its checkbox; false when there is none. The checkbox has the version of
 * the text as its value: ticking it before the text changed is no consent to the new text.
 */
export function consentBox(
  { consentText: text }: Pick<EventOfPage, 'consentText'>,
  { values, problems }: { values: FormValues; problems: Problem[] },
  texts: OptionTexts,
): Html | false {
  if (text === null) return false;
  const problem = problems.find(({ field }) => field === CONSENT_FIELD);
  const version = consentVersion(text);
  return html`<fieldset class="consent">
<legend>${texts.consent}</legend>
<label class="choice"><input type="checkbox" id="${CONSENT_FIELD}" name="${CONSENT_FIELD}" value="${version}" required${
    values.consent === version && new Html(' checked')
  }${problem && html` aria-invalid="true" aria-describedby="${CONSENT_FIELD}_error"`}><span class="words">${text}</span></label>
${problem && html`<p id="${CONSENT_FIELD}_error" class="wrong">${texts.problems[problem.rule](problem)}</p>`}
</fieldset>`;
}
