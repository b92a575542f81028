import type { FastifyInstance } from 'fastify';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { readForms } from '../../platform/http/pages/read-forms.ts';
import { changeLanguage } from './change-language.ts';
import type { Asked, PageParts, Posted } from './checkout-pages.ts';
import { enterPromoCode } from './enter-promo-code.ts';
import { payCheckout } from './pay-checkout.ts';
import { type Returned, returnFromProvider } from './return-from-provider.ts';
import { showCheckout } from './show-checkout.ts';

/**
 * The hosted page. `checkout_id` in its address is the buyer's only key, and the page keeps no cookie but the language,
 * so
 * there is nothing for another site's form to abuse.
 */
export async function checkoutPages(app: FastifyInstance, parts: PageParts) {
  await readForms(app);
  answerErrorsWithPages(app);
  app.get<Asked>('/c/:code', (request, reply) => showCheckout(parts, request, reply));
  app.post<Posted>('/c/:code/pay', (request, reply) => payCheckout(parts, request, reply));
  app.post<Posted>('/c/:code/promo', (request, reply) => enterPromoCode(parts, request, reply));
  app.post<Posted>('/c/:code/language', (request, reply) => changeLanguage(parts, request, reply));
  app.get<Returned>('/c/:code/return/:attempt', (request, reply) => returnFromProvider(parts, request, reply));
}
