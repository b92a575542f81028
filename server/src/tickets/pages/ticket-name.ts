import type { Language } from '../../values/language.ts';
import type { PrintedTicket } from '../documents/printed-order.ts';
import { actionTexts } from './action-texts.ts';
import { ticketTexts } from './texts.ts';

/**
 * What the buyer's pages call a ticket. The number admits, as the code does: that of a ticket passed on is its
 * holder's.
 */
export const ticketName = ({ number, holder, isPassedOn }: PrintedTicket, language: Language): string =>
  isPassedOn ? actionTexts[language].ticketOf(holder) : ticketTexts[language].ticket(number);
