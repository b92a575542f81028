import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusAt } from '../../checkouts/checkout.ts';
import { expireIfOpen } from '../expire-checkout.ts';
import { type CheckoutPagePost, type PageParts, readView } from './checkout-pages.ts';
import { addressOf } from './order-summary.ts';

/**
 * Ends the hold at once and sends the buyer back to the organizer. A checkout that was paid meanwhile shows its page.
 */
export async function cancelCheckout(parts: PageParts, request: FastifyRequest<CheckoutPagePost>, reply: FastifyReply) {
  const { config, db, providers } = parts;
  const { checkout } = await readView(parts, request);
  const { organizationId, id: checkoutId, cancelUrl } = checkout;
  const now = parts.clock.now();
  if (statusAt(checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
  const { checkoutHoldSeconds: holdSeconds } = config;
  const hasEnded = await expireIfOpen(db, providers, { organizationId, checkoutId, holdSeconds, now });
  return reply.redirect((hasEnded && cancelUrl) || addressOf(checkout), 303);
}
