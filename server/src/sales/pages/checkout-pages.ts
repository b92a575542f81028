import type { FastifyRequest } from 'fastify';
import { parseCheckoutCode } from '../../checkouts/checkout.ts';
import { checkoutRefusals } from '../../checkouts/refusals.ts';
import type { Config } from '../../config/config.ts';
import { organizerOf } from '../../organizations/organizer-queries.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import type { Clock } from '../../values/clock.ts';
import { addressOf, type View } from './order-summary.ts';
import { getPage } from './queries.ts';

export interface PageParts {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  publicUrl: () => string;
}

/** A request for a page of one checkout. `code` is its `checkout_id`. */
export interface CheckoutPageRequest {
  Params: { code: string };
}

export interface CheckoutPagePost extends CheckoutPageRequest {
  Body: Record<string, unknown> | undefined;
}

/** Reads the checkout for its page, in the language that this request chooses, or an earlier one chose. */
export async function readView(
  { db, providers }: PageParts,
  request: FastifyRequest<CheckoutPageRequest>,
): Promise<View> {
  const parsed = parseCheckoutCode(request.params.code);
  if (!parsed) throw checkoutRefusals.checkout_not_found();
  const [page, isSandbox] = await Promise.all([
    getPage(db, parsed.organizationId, parsed.id),
    providers.takesNoMoney(parsed.organizationId),
  ]);
  request.storedLanguage = page.checkout.language;
  return { ...page, isSandbox, language: languageOf(request) };
}

/** What `sendPage` needs for every page of a checkout. */
export const pageFrame = ({ checkout, event, language, isSandbox }: View) => ({
  language,
  isSandbox,
  brand: organizerOf(event),
  sites: event.embedSites,
  path: addressOf(checkout),
});
