import type { Actor } from '../audit-log/actor.ts';
import { recordDifference } from '../audit-log/record-change.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Tier } from './event.ts';
import { loggedTier } from './logged.ts';
import { lockPlaces, saveCounters } from './places.ts';
import { changeDoorList, getEvent, getEventIdOfTier, saveTier } from './queries.ts';
import { eventRefusals } from './refusals.ts';
import type { Sales } from './sales.ts';
import { checkFollowed, checkPrice, checkSalesWindow, minimumPriceFrom, tiersChanged } from './tier-rules.ts';
import { type TierFields, tierWithAvailableJson } from './tier-schemas.ts';

/**
 * Changes the fields that were sent; a new price applies to later purchases. Records `event.updated` if anything
 * changed.
 * @throws Refusal 404; 400 when the sales would end before they start, or for a minimum that the price does not have;
 * 409 for a size below the sold and held places, for another size on a seated event, where the plan decides the size,
 * for another `admission`, or when tiers would follow each other in a circle
 */
export async function updateTier(
  db: Database,
  sales: Sales,
  request: { organizationId: Uuid; actor: Actor; tierId: Uuid; fields: TierFields; now: Date },
): Promise<Tier> {
  const eventId = await getEventIdOfTier(db, request.organizationId, request.tierId);
  return db.transaction((tx) => changeTier(tx, sales, { ...request, eventId }));
}

/** Changes the tier as `updateTier` does, in a transaction of the caller. */
export async function changeTier(
  tx: Tx,
  sales: Sales,
  request: { organizationId: Uuid; actor: Actor; eventId: Uuid; tierId: Uuid; fields: TierFields; now: Date },
): Promise<Tier> {
  const { organizationId, actor, eventId, tierId, fields, now } = request;
  const places = await lockPlaces(tx, organizationId, eventId);
  const { tiers } = await getEvent(tx, organizationId, eventId);
  const before = tiers.find(({ id }) => id === tierId);
  const counts = places.tiers.find(({ id }) => id === tierId);
  if (!before || !counts) throw eventRefusals.tier_not_found();
  if ((fields.admission ?? before.admission) !== before.admission) throw eventRefusals.admission_fixed();
  if (places.seated && before.admission && (fields.quantityTotal ?? before.quantityTotal) !== before.quantityTotal)
    throw eventRefusals.quantity_set_by_seats();
  const after: Tier = {
    ...before,
    name: fields.name ?? before.name,
    priceCentavos: fields.priceCentavos ?? before.priceCentavos,
    minimumPriceCentavos: minimumPriceFrom(fields, before.minimumPriceCentavos),
    quantityTotal: fields.quantityTotal ?? before.quantityTotal,
    isActive: fields.isActive === null ? true : (fields.isActive ?? before.isActive),
    hidden: fields.hidden === null ? false : (fields.hidden ?? before.hidden),
    followsTierId: sentOr(fields.followsTierId, before.followsTierId),
    sortOrder: fields.sortOrder === null ? 0 : (fields.sortOrder ?? before.sortOrder),
    salesStartDatetime: sentOr(fields.salesStartDatetime, before.salesStartDatetime),
    salesEndDatetime: sentOr(fields.salesEndDatetime, before.salesEndDatetime),
  };
  if (JSON.stringify(tierWithAvailableJson(after)) === JSON.stringify(tierWithAvailableJson(before))) return before;
  checkPrice(after, fields);
  checkSalesWindow(after);
  checkFollowed(after, tiers);
  if (counts.sold + counts.held > after.quantityTotal) {
    await sales.releaseOverdueHolds(tx, places, now);
    saveCounters(tx, places);
  }
  if (counts.sold + counts.held > after.quantityTotal)
    throw eventRefusals.quantity_too_small({ sold: counts.sold, held: counts.held });
  await saveTier(tx, organizationId, after);
  if (after.name !== before.name) {
    changeDoorList(tx, organizationId, eventId, now);
    sales.changePassesOfTier(tx, { organizationId, eventId, tierId, now });
  }
  await tiersChanged(tx, organizationId, eventId, now);
  const change = { action: 'tier.updated', before: loggedTier(before), after: loggedTier(after) } as const;
  recordDifference(tx, { organizationId, actor, subjectId: tierId, ...change, now });
  return after;
}

const sentOr = <T>(sent: T | undefined, stored: T): T => (sent === undefined ? stored : sent);
