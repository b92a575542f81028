import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkoutCode, statusAt } from '../../checkouts/checkout.ts';
import { chooseLanguage } from '../../checkouts/choose-language.ts';
import { findRefundReason } from '../../payments/queries.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { requestedLanguage } from '../../platform/http/pages/page-language.ts';
import { listAttemptsUnderWay } from '../payment/queries.ts';
import { findSale } from '../queries.ts';
import { type CheckoutPageRequest, type PageParts, pageFrame, readView } from './checkout-pages.ts';
import { initialValues, readFormValues } from './form-values.ts';
import { endedPage, processingPage } from './other-states.ts';
import { redirectToSuccess } from './redirect-to-success.ts';
import { sendOpenPage } from './send-open-page.ts';

/** Shows the page for the state of the checkout. */
export async function showCheckout(
  parts: PageParts,
  request: FastifyRequest<CheckoutPageRequest>,
  reply: FastifyReply,
) {
  const { db, clock } = parts;
  const view = await readView(parts, request);
  const { checkout } = view;
  const { organizationId, id } = checkout;
  const now = clock.now();
  const asked = requestedLanguage(request);
  if (asked) await chooseLanguage(db, checkout, asked);
  switch (statusAt(checkout, now)) {
    case 'completed':
      return redirectToSuccess(reply, checkoutCode(checkout), await findSale(db, organizationId, id));
    case 'processing': {
      const underWay = await listAttemptsUnderWay(db, organizationId, id);
      // The buyer waits for the pending payment, not for one that was started later in another tab.
      const payment = underWay.find(({ status }) => status === 'pending') ?? underWay[0];
      return sendPage(reply, { ...pageFrame(view), ...processingPage({ ...view, payment }) });
    }
    case 'open': {
      // The payment method that was chosen before a promo code was applied.
      const { method } = readFormValues(request.query);
      return sendOpenPage(parts, reply, view, { values: { ...initialValues(checkout, view.event), method }, now });
    }
    default: {
      const refunded = await findRefundReason(db, organizationId, id);
      return sendPage(reply, {
        ...pageFrame(view),
        ...endedPage({ ...view, refunded, now }),
        status: 410,
      });
    }
  }
}
