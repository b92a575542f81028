import { hasContact, type Organizer } from '../../../values/brand.ts';
import type { Language } from '../../../values/language.ts';
import { type Html, html } from './html.ts';
import { pageTexts } from './page-texts.ts';

/** The contact for buyers, the refund policy and the terms; false when the organizer gave none of these. */
export function organizerContact(organizer: Organizer, language: Language): Html | false {
  if (!hasContact(organizer)) return false;
  const { contactEmail, contactPhone, refundPolicy, termsUrl } = organizer;
  const texts = pageTexts[language].contact;
  const dialled = contactPhone?.replaceAll(/[^+\d]/g, '') ?? '';
  return html`<section class="contact" aria-labelledby="contact">
<h2 id="contact">${texts.heading}</h2>
${(contactEmail !== null || contactPhone !== null) && html`<p>${organizer.name}</p>`}
${contactEmail !== null && html`<p><a class="alone" href="mailto:${encodeURIComponent(contactEmail).replace('%40', '@')}">${contactEmail}</a></p>`}
${contactPhone !== null && html`<p>${dialled ? html`<a class="alone" href="tel:${dialled}">${contactPhone}</a>` : contactPhone}</p>`}
${refundPolicy !== null && html`<h3>${texts.refunds}</h3><p class="words">${refundPolicy}</p>`}
${termsUrl !== null && html`<p><a class="alone" href="${termsUrl}" rel="noreferrer">${texts.terms(organizer.name)}</a></p>`}
</section>`;
}
