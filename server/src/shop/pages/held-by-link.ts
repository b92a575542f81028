import type { FastifyRequest } from 'fastify';
import { type Checkout, checkoutCode } from '../../checkouts/checkout.ts';
import { readTokenCookie } from '../../platform/http/cookies.ts';
import { textsOf } from '../../platform/http/pages/form-texts.ts';
import { HELD_FIELD } from '../../sales/pages/change-fields.ts';
import { findHeld } from '../buy.ts';
import type { ShopEvent } from '../shop-event.ts';
import { buyerCookie } from './buyer-cookie.ts';
import type { EventRoute, ShopParts } from './shop-pages.ts';

/**
 * The tickets of a buyer who comes by the link back from the page of a checkout, and the token of the form that ordered
 * them: a form with it replaces the hold. The cookie of the browser that ordered has the token.
 */
export async function findHeldByLink(
  { db, clock }: ShopParts,
  request: FastifyRequest<EventRoute>,
  event: ShopEvent,
): Promise<{ checkout: Checkout; token: string } | undefined> {
  const code = textsOf(request.query)(HELD_FIELD);
  const token = code === '' ? undefined : readTokenCookie(request, buyerCookie(code));
  const checkout = token === undefined ? null : await findHeld(db, event, token, clock.now());
  return token !== undefined && checkout && checkoutCode(checkout) === code ? { checkout, token } : undefined;
}
