import type { FastifyRequest } from 'fastify';
import { parseCheckoutCode } from '../../checkouts/checkout.ts';
import { checkoutRefusals } from '../../checkouts/refusals.ts';
import type { Config } from '../../config/config.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import type { Clock } from '../../values/clock.ts';
import { addressOf, brandOf, type View } from './order-summary.ts';
import { getPage } from './queries.ts';

export interface PageParts {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  publicUrl: () => string;
}

/** A request for a page of one checkout. `code` is its `checkout_id`. */
export interface Asked {
  Params: { code: string };
}

export interface Posted extends Asked {
  Body: Record<string, unknown> | undefined;
}

/** The checkout as the browser that asks sees it: in the language that was asked for with it, or chosen before. */
export async function readView({ db, providers }: PageParts, request: FastifyRequest<Asked>): Promise<View> {
  const parsed = parseCheckoutCode(request.params.code);
  if (!parsed) throw checkoutRefusals.checkout_not_found();
  const [page, isSandbox] = await Promise.all([
    getPage(db, parsed.organizationId, parsed.id),
    providers.isSandbox(parsed.organizationId),
  ]);
  return { ...page, isSandbox, language: languageOf(request, page.checkout.language) };
}

/** What every page of a checkout has. */
export const around = ({ checkout, event, language, isSandbox }: View) => ({
  language,
  isSandbox,
  brand: brandOf(event),
  path: addressOf(checkout),
});
