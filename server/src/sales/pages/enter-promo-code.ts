import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusAt } from '../../checkouts/checkout.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { changeCheckout } from '../change-checkout.ts';
import type { PromoError } from './change-fields.ts';
import { changeOpenCheckout } from './change-open-checkout.ts';
import { changeTexts } from './change-texts.ts';
import { type CheckoutPagePost, type CheckoutPageRequest, type PageParts, readView } from './checkout-pages.ts';
import { asksForDetails, type FormValues, readFormValues } from './form-values.ts';
import { unseenChange } from './order-fields.ts';
import { addressOf, type View } from './order-summary.ts';
import { redirectToOpenPage, sendOpenPage } from './send-open-page.ts';

export async function enterPromoCode(parts: PageParts, request: FastifyRequest<CheckoutPagePost>, reply: FastifyReply) {
  const view = await readView(parts, request);
  const { checkout } = view;
  const now = parts.clock.now();
  if (statusAt(checkout, now) !== 'open') return reply.redirect(addressOf(checkout), 303);
  const values = readFormValues(request.body);
  const removes = request.body?.remove === 'promo';
  // A button of the page makes every change that was typed.
  if (values.promoCode === '' && !removes) return changeOpenCheckout(parts, request, reply);
  return applyEnteredCode(parts, reply, view, { values, removes, now });
}

/**
 * Applies the entered code, or removes the applied one. The page keeps the other entered values, whether or not the
 * code can be used.
 */
export async function applyEnteredCode(
  parts: PageParts,
  reply: FastifyReply,
  view: View,
  { values, removes = false, now }: { values: FormValues; removes?: boolean; now: Date },
) {
  const { checkout } = view;
  const unseen = unseenChange(values, checkout);
  const promoError = await applyCode(parts, view, { code: removes ? null : values.promoCode, now });
  const after = await readView(parts, reply.request as FastifyRequest<CheckoutPageRequest>);
  const isOpen = statusAt(after.checkout, now) === 'open';
  // Closing the payment under way may have completed or expired the checkout: its page says so.
  if (!isOpen) return reply.redirect(addressOf(checkout), 303);
  if (!promoError && !unseen && !asksForDetails(after.event) && values.typed.size === 0)
    return redirectToOpenPage(reply, after, values);
  return sendOpenPage(parts, reply, after, {
    values: { ...values, promoCode: '' },
    promoError,
    unseen,
    status: promoError && 409,
    now,
  });
}

/** @returns why the code cannot be used; undefined when it is applied or removed */
async function applyCode(
  { config, db, providers }: PageParts,
  { checkout, language }: View,
  { code, now }: { code: string | null; now: Date },
): Promise<PromoError | undefined> {
  const { organizationId, id: checkoutId } = checkout;
  const holdSeconds = config.checkoutHoldSeconds;
  try {
    const change = { organizationId, checkoutId, by: 'buyer' as const, promoCode: code, holdSeconds, now };
    await changeCheckout(db, providers, change);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error;
    return { code: code ?? '', message: error.in(language) ?? changeTexts[language].refusals.other };
  }
}
