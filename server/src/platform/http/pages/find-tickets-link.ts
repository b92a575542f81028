import type { Language } from '../../../values/language.ts';
import type { Uuid } from '../../../values/uuid.ts';
import { type Html, html } from './html.ts';
import { pageTexts } from './page-texts.ts';

/**
 * The way for buyers who have lost their e-mails: to the page that sends the links again, of one organizer or of all.
 * That page is never in a frame.
 */
export const findTicketsLink = (language: Language, organizationId?: Uuid): Html =>
  html`<p class="center"><a class="alone" href="/find${organizationId && `?organization=${organizationId}`}" target="_top">${pageTexts[language].findTickets}</a></p>`;
