import type { Tx } from '../platform/database/database.ts';
import { MAX_NAME_LENGTH } from '../platform/http/contract/fields.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import type { Event } from './event.ts';
import { getEvent, insertEvent, insertTier } from './queries.ts';

const COPY = ' (copy)';

/**
 * A draft like another event, with its tiers and nothing sold. Its seats are the caller's to copy.
 * @returns the copy, and its tiers' ids by those of the original @throws Refusal 404
 */
export async function copyEvent(
  tx: Tx,
  { organizationId, eventId, now }: { organizationId: Uuid; eventId: Uuid; now: Date },
): Promise<{ event: Event; tierIds: Map<Uuid, Uuid> }> {
  const original = await getEvent(tx, organizationId, eventId);
  const id = newId(now);
  // Made at one time, those of one sort order are told apart by their ids alone.
  const ids = original.tiers.map(() => newId(now)).toSorted();
  const tiers = original.tiers.map((tier, index) => ({
    ...tier,
    id: ids[index] as Uuid,
    eventId: id,
    sold: 0,
    blocked: 0,
  }));
  const event: Event = {
    ...original,
    id,
    title: titleOfCopy(original.title),
    status: 'draft',
    soldOutByService: false,
    sold: 0,
    blocked: 0,
    seated: false,
    createdAt: now,
    updatedAt: now,
    tiers,
  };
  const { tiers: _tiers, ...row } = event;
  await insertEvent(tx, organizationId, row);
  for (const tier of tiers) await insertTier(tx, organizationId, tier, now);
  return { event, tierIds: new Map(original.tiers.map((tier, index) => [tier.id, ids[index] as Uuid])) };
}

/** Cut between characters: half of one cannot be stored. */
const titleOfCopy = (title: string) => [...title].slice(0, MAX_NAME_LENGTH - COPY.length).join('') + COPY;
