import type { Actor } from '../audit-log/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Tier } from './event.ts';
import { getEvent } from './queries.ts';
import { eventRefusals } from './refusals.ts';
import type { Sales } from './sales.ts';
import type { TierFields } from './tier-schemas.ts';
import { changeTier } from './update-tier.ts';

/** What every tier of this name gets. */
export interface NamedTierChange {
  name: string;
  fields: TierFields;
}

interface Update {
  organizationId: Uuid;
  actor: Actor;
  eventId: Uuid;
  tiers: NamedTierChange[];
  now: Date;
}

/**
 * Changes the tiers of an event that have these names. Call it with the event locked.
 * @throws Refusal 404 for a name that no tier has; as `changeTier`
 */
export async function changeNamedTiers(tx: Tx, sales: Sales, update: Update): Promise<void> {
  const { organizationId, actor, eventId, now } = update;
  const { tiers } = await getEvent(tx, organizationId, eventId);
  const found = tiersOf(update.tiers, tiers);
  for (const change of update.tiers)
    for (const { id: tierId } of found.get(change) ?? [])
      await changeTier(tx, sales, { organizationId, actor, eventId, tierId, fields: change.fields, now });
}

/**
 * The tiers that each change is for. The same request again finds the names that it gave: when no tier has the old
 * name, those with the new name are meant, and they are not the ones that another change of the request renames from
 * it. Two tiers that swap their names swap them again.
 */
function tiersOf(changes: NamedTierChange[], tiers: Tier[]): Map<NamedTierChange, Tier[]> {
  const found = new Map<NamedTierChange, Tier[]>();
  const renamed = new Set<Tier>();
  const named = ({ name }: NamedTierChange) => tiers.filter((tier) => tier.name === name && !renamed.has(tier));
  const isMade = (change: NamedTierChange) => !found.has(change) && named(change).length === 0;
  for (let made = changes.find(isMade); made; made = changes.find(isMade)) {
    const { fields } = made;
    const already = tiers.filter(({ name }) => name === fields.name);
    if (already.length === 0) throw eventRefusals.tier_not_found();
    for (const tier of already) renamed.add(tier);
    found.set(made, already);
  }
  for (const change of changes) if (!found.has(change)) found.set(change, named(change));
  return found;
}
