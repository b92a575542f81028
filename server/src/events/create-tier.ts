import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import { sortOrderAfter } from '../values/sort-order.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import type { Tier } from './event.ts';
import { loggedTier } from './logged.ts';
import { lockPlaces } from './places.ts';
import { getEvent, insertTier } from './queries.ts';
import { checkFollowed, checkPrice, checkSalesWindow, minimumPriceFrom, tiersChanged } from './tier-rules.ts';
import type { NewTierFields } from './tier-schemas.ts';

/**
 * Adds a tier, after the others unless `sort_order` is sent. The sizes of the other tiers and the capacity stay the
 * same; all tiers together never sell more than the capacity. On a seated event the tier sells nothing until the
 * seating plan prices seats with it, and the `quantity_total` that was sent is ignored; an add-on has no seats and
 * keeps it. Records `event.updated`.
 * @throws Refusal 404 for an unknown event, or an unknown tier to follow; 400 when its sales would end before they
 * start, or for a minimum that the price does not have
 */
export async function createTier(
  db: Database,
  request: { organizationId: Uuid; actor: Actor; eventId: Uuid; fields: NewTierFields; now: Date },
): Promise<Tier> {
  const { organizationId, actor, eventId, fields, now } = request;
  return db.transaction(async (tx) => {
    await lockPlaces(tx, organizationId, eventId);
    const { tiers, seated } = await getEvent(tx, organizationId, eventId);
    const admission = fields.admission ?? true;
    const tier: Tier = {
      id: newId(now),
      eventId,
      name: fields.name,
      priceCentavos: fields.priceCentavos,
      minimumPriceCentavos: minimumPriceFrom(fields, null),
      // On a seated event the size is the number of seats that the plan prices with the tier: none yet.
      quantityTotal: seated && admission ? 0 : fields.quantityTotal,
      sold: 0,
      blocked: 0,
      takenByOthers: 0,
      waiting: 0,
      offered: 0,
      isActive: fields.isActive ?? true,
      admission,
      hidden: fields.hidden ?? false,
      followsTierId: fields.followsTierId ?? null,
      sortOrder: fields.sortOrder ?? sortOrderAfter(tiers.at(-1)),
      salesStartDatetime: fields.salesStartDatetime ?? null,
      salesEndDatetime: fields.salesEndDatetime ?? null,
    };
    checkPrice(tier, fields);
    checkSalesWindow(tier);
    checkFollowed(tier, tiers);
    await insertTier(tx, organizationId, tier, now);
    await tiersChanged(tx, organizationId, eventId, now);
    const made = { action: 'tier.created', subjectId: tier.id, before: null, after: loggedTier(tier) } as const;
    recordChange(tx, { organizationId, actor, ...made, now });
    return tier;
  });
}
