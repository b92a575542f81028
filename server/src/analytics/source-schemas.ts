import { type Static, Type } from 'typebox';
import { ChannelSchema } from '../checkouts/attribution-schemas.ts';
import { CHANNELS } from '../checkouts/checkout.ts';
import { Amount, nullable } from '../platform/http/contract/fields.ts';
import { Model } from '../platform/http/contract/models.ts';
import { pesosFromCentavos } from '../values/money.ts';
import { sumOf } from '../values/sum-of.ts';
import type { SourceFigures } from './queries.ts';

export const sums = {
  revenue: Amount('PHP, paid minus refunded'),
  tickets_sold: Type.Integer({ description: 'Tickets valid or used, add-ons included' }),
  orders: Type.Integer(),
  discount_total: Amount(),
};

export const ChannelSalesJson = Model('ChannelSales', 'The orders of one channel.', {
  channel: ChannelSchema,
  ...sums,
});

export const ReferralSalesJson = Model('ReferralSales', 'The orders that came by links with one source and code.', {
  source: nullable(Type.String()),
  ref: nullable(Type.String({ description: 'Referral code.' })),
  is_rest: Type.Boolean({ description: 'true: all others together, beyond the first 100 of the event.' }),
  ...sums,
});

type Sums = Pick<SourceFigures, 'orders' | 'revenueCentavos' | 'discountCentavos' | 'ticketsSold'>;

export const sumsJson = (figures: Sums[]) => ({
  revenue: pesosFromCentavos(sumOf(figures, (one) => one.revenueCentavos)),
  tickets_sold: sumOf(figures, (one) => one.ticketsSold),
  orders: sumOf(figures, (one) => one.orders),
  discount_total: pesosFromCentavos(sumOf(figures, (one) => one.discountCentavos)),
});

export const channelsJson = (sources: SourceFigures[]): Static<typeof ChannelSalesJson>[] =>
  CHANNELS.map((channel) => ({ channel, ...sumsJson(sources.filter((one) => one.channel === channel)) }));

/** The highest revenue first, the rest last. */
export function referralsJson(sources: SourceFigures[]): Static<typeof ReferralSalesJson>[] {
  const named = sources.filter(({ source, ref, isRest }) => isRest || source !== '' || ref !== '');
  return [...Map.groupBy(named, ({ source, ref, isRest }) => JSON.stringify([isRest, source, ref])).values()]
    .flatMap(([first, ...others]) =>
      first
        ? [
            {
              source: first.source || null,
              ref: first.ref || null,
              is_rest: first.isRest,
              ...sumsJson([first, ...others]),
            },
          ]
        : [],
    )
    .toSorted((a, b) => Number(a.is_rest) - Number(b.is_rest) || b.revenue - a.revenue || b.orders - a.orders);
}
