import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusAt } from '../../checkouts/checkout.ts';
import { chooseLanguage } from '../../checkouts/choose-language.ts';
import { requestedLanguage } from '../../platform/http/pages/page-language.ts';
import { type CheckoutPagePost, type PageParts, readView } from './checkout-pages.ts';
import { readFormValues } from './form-values.ts';
import { unseenChange } from './order-fields.ts';
import { addressOf } from './order-summary.ts';
import { sendOpenPage } from './send-open-page.ts';

/** Shows the page in another language by a POST, because a link would lose the entered values. */
export async function changeLanguage(parts: PageParts, request: FastifyRequest<CheckoutPagePost>, reply: FastifyReply) {
  const view = await readView(parts, request);
  const { checkout } = view;
  const now = parts.clock.now();
  const asked = requestedLanguage(request);
  if (asked) await chooseLanguage(parts.db, checkout, asked);
  if (statusAt(checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
  const values = readFormValues(request.body);
  return sendOpenPage(parts, reply, view, { values, unseen: unseenChange(values, checkout), now });
}
