import type { FastifyReply } from 'fastify';
import { totalCentavos } from '../../checkouts/checkout.ts';
import { methodsFor } from '../../payments/provider.ts';
import { inlineFile, sendPage } from '../../platform/http/pages/page.ts';
import { formatPesos } from '../../values/money.ts';
import { findFailedMethod } from '../payment/queries.ts';
import type { PromoError } from './change-fields.ts';
import { changeTexts } from './change-texts.ts';
import { keepsDetails, openPage } from './checkout-page.ts';
import { type PageParts, pageFrame } from './checkout-pages.ts';
import { type FormValues, followBuyer, PAY_FORM, type Problem } from './form-values.ts';
import { moveValues } from './move-values.ts';
import type { UnseenChange } from './order-fields.ts';
import { addressOf, type View } from './order-summary.ts';

/** Counts down the time, scrolls to the error of a promo code, and keeps entered values when the language changes. */
const script = inlineFile(new URL('checkout-page.js', import.meta.url));

/** Names the chosen method in the button that pays. */
const style = inlineFile(new URL('pay-button.css', import.meta.url));

/** Values of the fields on the page of an open checkout, and the errors beside them. */
interface Filled {
  values: FormValues;
  problems?: Problem[];
  promoError?: PromoError | undefined;
  /** Why the payment could not start. */
  payError?: string | undefined;
  /** Why the order was not changed. */
  notice?: string | undefined;
  /** What changed before this request, as `unseenChange` says. */
  unseen?: UnseenChange | undefined;
  /** The HTTP status when the page shows an error. */
  status?: 400 | 409 | undefined;
  now: Date;
}

/**
 * Sends the page of a checkout that can be paid. The order may be another one than that of the page on which the values
 * were typed: they stay with their tickets, and the page says so.
 */
export async function sendOpenPage(
  { db, providers, publicUrl }: PageParts,
  reply: FastifyReply,
  view: View,
  { status, values: entered, notice: refused, unseen, ...filled }: Filled,
) {
  const { checkout, event } = view;
  const { organizationId, id, failureReason } = checkout;
  const values = followBuyer(moveValues(entered, view), checkout, event);
  const notice = [refused, noticeOf(unseen, view)].filter(Boolean).join(' ');
  const offers = await (await providers.ofOrganization(organizationId)).offers(organizationId);
  const methods = methodsFor(offers, { amountCentavos: totalCentavos(checkout), order: event.paymentMethodOrder });
  const failedMethod = failureReason === null ? undefined : await findFailedMethod(db, organizationId, id);
  return sendPage(reply, {
    ...pageFrame(view),
    ...openPage({ ...view, methods, failedMethod, values, notice, ...filled }),
    status,
    isWide: true,
    ...(keepsDetails(view, methods) ? { keeps: { form: PAY_FORM, action: `${addressOf(checkout)}/language` } } : {}),
    formTargets: [publicUrl(), checkout.successUrl, ...(checkout.cancelUrl ? [checkout.cancelUrl] : [])],
    style,
    script,
  });
}

function noticeOf(unseen: UnseenChange | undefined, { checkout, language }: View): string | undefined {
  const { newTotal, newBuyer } = changeTexts[language];
  if (unseen === 'tickets') return newTotal(formatPesos(language, totalCentavos(checkout)));
  return unseen && newBuyer(checkout.customer.email);
}

/** Shows the page at its own address, where the payment method stays chosen and a reload sends no form again. */
export const redirectToOpenPage = (reply: FastifyReply, { checkout }: View, { method }: FormValues) =>
  reply.redirect(`${addressOf(checkout)}${method && `?${new URLSearchParams({ payment_method: method })}`}`, 303);
