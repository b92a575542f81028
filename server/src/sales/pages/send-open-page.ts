import type { FastifyReply } from 'fastify';
import { totalCentavos } from '../../checkouts/checkout.ts';
import { methodsFor } from '../../payments/provider.ts';
import { inlineFile, sendPage } from '../../platform/http/pages/page.ts';
import { findFailedMethod } from '../payment/queries.ts';
import { joinsForms, openPage, type PromoError } from './checkout-page.ts';
import { around, type PageParts } from './checkout-pages.ts';
import { type Entered, PAY_FORM, type Problem } from './entered.ts';
import { addressOf, type View } from './order-summary.ts';

/**
 * Lets the time count down, sends a typed code before paying and brings its refusal in sight, and keeps what was typed
 * when
 * the language is changed.
 */
const script = inlineFile(new URL('checkout-page.js', import.meta.url));

/** What the page of an open checkout has in its fields, and why nothing can be done with it. */
interface Filled {
  entered: Entered;
  problems?: Problem[];
  promoError?: PromoError | undefined;
  /** Why nothing came of a press of Pay. */
  payError?: string | undefined;
  /** Where one of these says why. */
  status?: 400 | 409 | undefined;
  now: Date;
}

/** The page of a checkout that can be paid. */
export async function sendOpenPage(
  { db, providers, publicUrl }: PageParts,
  reply: FastifyReply,
  view: View,
  { status, ...filled }: Filled,
) {
  const { checkout } = view;
  const { organizationId, id, failureReason } = checkout;
  const offers = await (await providers.ofOrganization(organizationId)).offers(organizationId);
  const methods = methodsFor(offers, totalCentavos(checkout));
  const failedMethod = failureReason === null ? undefined : await findFailedMethod(db, organizationId, id);
  return sendPage(reply, {
    ...around(view),
    ...openPage({ ...view, methods, failedMethod, ...filled }),
    status,
    ...(joinsForms(view, methods) ? { keeps: { form: PAY_FORM, action: `${addressOf(checkout)}/language` } } : {}),
    formTargets: [publicUrl(), checkout.successUrl],
    script,
  });
}
