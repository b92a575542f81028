import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusAt } from '../../checkouts/checkout.ts';
import { chooseLanguage } from '../../checkouts/choose-language.ts';
import { requestedLanguage } from '../../platform/http/pages/page-language.ts';
import { type PageParts, type Posted, readView } from './checkout-pages.ts';
import { enteredIn, ticketsAsked } from './entered.ts';
import { addressOf } from './order-summary.ts';
import { sendOpenPage } from './send-open-page.ts';

/** The page in another language, where a link would lose what was entered. */
export async function changeLanguage(parts: PageParts, request: FastifyRequest<Posted>, reply: FastifyReply) {
  const view = await readView(parts, request);
  const { checkout, event } = view;
  const now = parts.clock.now();
  const asked = requestedLanguage(request);
  if (asked) await chooseLanguage(parts.db, checkout, asked);
  if (statusAt(checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
  return sendOpenPage(parts, reply, view, { entered: enteredIn(request.body, ticketsAsked(event, checkout)), now });
}
