import type { FastifyInstance } from 'fastify';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { leadBack } from '../../platform/http/pages/moved.ts';
import { readForms } from '../../platform/http/pages/read-forms.ts';
import { cancelCheckout } from './cancel-checkout.ts';
import { changeLanguage } from './change-language.ts';
import { changeOpenCheckout } from './change-open-checkout.ts';
import type { CheckoutPagePost, CheckoutPageRequest, PageParts } from './checkout-pages.ts';
import { enterPromoCode } from './enter-promo-code.ts';
import { payCheckout } from './pay-checkout.ts';
import { type ProviderReturn, returnFromProvider } from './return-from-provider.ts';
import { showCheckout } from './show-checkout.ts';

/**
 * The hosted checkout page. The `checkout_id` in its URL is the buyer's only credential. The only cookie is the
 * language.
 */
export async function checkoutPages(app: FastifyInstance, parts: PageParts) {
  await readForms(app);
  answerErrorsWithPages(app);
  app.get<CheckoutPageRequest>('/c/:code', (request, reply) => showCheckout(parts, request, reply));
  app.post<CheckoutPagePost>('/c/:code/pay', (request, reply) => payCheckout(parts, request, reply));
  app.post<CheckoutPagePost>('/c/:code/promo', (request, reply) => enterPromoCode(parts, request, reply));
  app.post<CheckoutPagePost>('/c/:code/change', (request, reply) => changeOpenCheckout(parts, request, reply));
  app.post<CheckoutPagePost>('/c/:code/cancel', (request, reply) => cancelCheckout(parts, request, reply));
  app.post<CheckoutPagePost>('/c/:code/language', (request, reply) => changeLanguage(parts, request, reply));
  leadBack(app, '/c/:code', ['pay', 'promo', 'change', 'cancel', 'language']);
  app.get<ProviderReturn>('/c/:code/return/:attempt', (request, reply) => returnFromProvider(parts, request, reply));
}
