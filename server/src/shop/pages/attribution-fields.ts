import type { FastifyRequest } from 'fastify';
import { MAX_ATTRIBUTION_LENGTH } from '../../checkouts/attribution-schemas.ts';
import type { Attribution } from '../../checkouts/checkout.ts';
import { isLabel } from '../../platform/http/contract/validation.ts';
import { withQuery } from '../../platform/http/pages/address-query.ts';
import { textsOf } from '../../platform/http/pages/form-texts.ts';
import { type Html, html } from '../../platform/http/pages/html.ts';
import { hasAtMost } from '../../values/characters.ts';

/** Names in a link, and of the hidden fields that carry them through the form. */
const NAMES = { source: 'utm_source', medium: 'utm_medium', campaign: 'utm_campaign', ref: 'ref' } as const;

/** The link that brought the buyer: of the page's address, or of a form that was sent. */
export const attributionOf = ({ method, query, body }: FastifyRequest): Attribution =>
  readAttribution(method === 'GET' ? query : body);

/**
 * The link that brought the buyer, from a query or a form. Values that no order could keep are left out: whatever is in
 * a link, its page opens.
 */
function readAttribution(fields: unknown): Attribution {
  const text = textsOf(fields);
  const kept = (name: string) => {
    const value = text(name);
    return isLabel(value) && hasAtMost(value, MAX_ATTRIBUTION_LENGTH) ? value : null;
  };
  return {
    source: kept(NAMES.source),
    medium: kept(NAMES.medium),
    campaign: kept(NAMES.campaign),
    ref: kept(NAMES.ref),
  };
}

const named = (attribution: Attribution): [string, string][] =>
  (['source', 'medium', 'campaign', 'ref'] as const).flatMap((field) => {
    const value = attribution[field];
    return value === null ? [] : [[NAMES[field], value] satisfies [string, string]];
  });

export const attributionFields = (attribution: Attribution): Html[] =>
  named(attribution).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`);

/** The address of another page of the shop, which keeps the attribution. */
export const linkWith = (attribution: Attribution, path: string, query: Record<string, string> = {}): string =>
  withQuery(path, new URLSearchParams([...Object.entries(query), ...named(attribution)]).toString());
