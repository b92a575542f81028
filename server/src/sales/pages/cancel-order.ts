import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusAt } from '../../checkouts/checkout.ts';
import { checkoutRefusals } from '../../checkouts/refusals.ts';
import { expireCheckout } from '../expire-checkout.ts';
import { type CheckoutPagePost, type PageParts, readView } from './checkout-pages.ts';
import { addressOf } from './order-summary.ts';

/** Ends the hold at once and sends the buyer back to the organizer. A checkout that was paid meanwhile shows its page. */
export async function cancelOrder(parts: PageParts, request: FastifyRequest<CheckoutPagePost>, reply: FastifyReply) {
  const { config, db, providers } = parts;
  const { checkout } = await readView(parts, request);
  const { organizationId, id: checkoutId, cancelUrl } = checkout;
  const now = parts.clock.now();
  if (statusAt(checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
  try {
    await expireCheckout(db, providers, { organizationId, checkoutId, holdSeconds: config.checkoutHoldSeconds, now });
  } catch (error) {
    // The provider says that it was paid, so this call completed it, or it ended at that moment.
    if (!checkoutRefusals.checkout_not_open.is(error)) throw error;
    return reply.redirect(addressOf(checkout), 303);
  }
  return reply.redirect(cancelUrl ?? addressOf(checkout), 303);
}
