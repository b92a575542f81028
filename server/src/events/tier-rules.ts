import type { Tx } from '../platform/database/database.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import type { Tier } from './event.ts';
import { lockPlaces } from './places.ts';
import { saveStatusSetByService } from './places-queries.ts';
import { eventRefusals } from './refusals.ts';
import { followAvailability } from './sold-out.ts';
import type { TierFields } from './tier-schemas.ts';

/** @throws Refusal 400 when the tier's sales would end before they start */
export function checkSalesWindow({ salesStartDatetime, salesEndDatetime }: Tier) {
  if (salesStartDatetime && salesEndDatetime && salesEndDatetime <= salesStartDatetime)
    throw fieldRefusals.fields_out_of_order({
      field: 'sales_end_datetime',
      relation: 'after',
      other: 'sales_start_datetime',
    });
}

/**
 * The least that a buyer may pay after a request; null: the price is fixed.
 * @throws Refusal 400 for a minimum of a fixed price
 */
export function minimumPriceFrom({ priceMode, minimumPriceCentavos: sent }: TierFields, before: number | null) {
  const isChosen = priceMode === undefined ? before !== null : priceMode === 'chosen';
  if (!isChosen && sent != null) throw eventRefusals.minimum_of_fixed_price();
  if (!isChosen) return null;
  return sent === undefined ? (before ?? 0) : (sent ?? 0);
}

/** @throws Refusal 400 when the suggested price is below the minimum */
export function checkPrice({ priceCentavos, minimumPriceCentavos }: Tier, { minimumPriceCentavos: sent }: TierFields) {
  if (minimumPriceCentavos !== null && priceCentavos < minimumPriceCentavos)
    throw eventRefusals.price_below_minimum({ field: sent == null ? 'price' : 'minimum_price' });
}

/**
 * @param tiers of the event, before the change
 * @throws Refusal 404 when the event has no such tier to follow; 409 when tiers would follow each other in a circle
 */
export function checkFollowed({ id, followsTierId }: Tier, tiers: Tier[]) {
  if (followsTierId !== null && !tiers.some((tier) => tier.id === followsTierId))
    throw eventRefusals.followed_tier_not_found();
  for (let next = followsTierId; next !== null; ) {
    if (next === id) throw eventRefusals.tiers_follow_in_circle();
    next = tiers.find((tier) => tier.id === next)?.followsTierId ?? null;
  }
}

/** Call it after every change of an event's tiers, which may make the event sold out or active again. */
export async function tiersChanged(tx: Tx, organizationId: Uuid, eventId: Uuid, now: Date) {
  const places = await lockPlaces(tx, organizationId, eventId);
  const statusChanged = followAvailability(places);
  if (statusChanged) saveStatusSetByService(tx, organizationId, eventId, { ...places, now });
  recordNotification(tx, {
    organizationId,
    type: 'event.updated',
    data: {
      event_id: eventId,
      status: places.status,
      changed: statusChanged ? ['ticket_tiers', 'status'] : ['ticket_tiers'],
    },
    now,
  });
}
