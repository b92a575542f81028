import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkoutCode, statusAt } from '../../checkouts/checkout.ts';
import { chooseLanguage } from '../../checkouts/choose-language.ts';
import { findRefundReason } from '../../payments/queries.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { requestedLanguage } from '../../platform/http/pages/page-language.ts';
import { listAttemptsUnderWay } from '../payment/queries.ts';
import { findSale } from '../queries.ts';
import { type Asked, around, type PageParts, readView } from './checkout-pages.ts';
import { beforeEntering, enteredIn } from './entered.ts';
import { endedPage, processingPage } from './other-states.ts';
import { redirectToSuccess } from './redirect-to-success.ts';
import { sendOpenPage } from './send-open-page.ts';

/** The page of the state that the checkout is in. */
export async function showCheckout(parts: PageParts, request: FastifyRequest<Asked>, reply: FastifyReply) {
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
      // What was begun after it in another tab is not what the buyer waits for.
      const payment = underWay.find(({ status }) => status === 'pending') ?? underWay[0];
      return sendPage(reply, { ...around(view), ...processingPage({ ...view, payment }) });
    }
    case 'open': {
      // Chosen before a code was applied.
      const { method } = enteredIn(request.query, 0);
      return sendOpenPage(parts, reply, view, { entered: { ...beforeEntering(checkout, view.event), method }, now });
    }
    default: {
      const refunded = await findRefundReason(db, organizationId, id);
      return sendPage(reply, { ...around(view), ...endedPage({ ...view, refunded }), status: 410 });
    }
  }
}
