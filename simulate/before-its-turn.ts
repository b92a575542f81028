import sql from 'sql-template-tag';
import { placesOf } from '../server/src/checkouts/checkout.ts';
import type { Queryable } from '../server/src/platform/database/database.ts';
import type { EventOnSale } from './program.ts';
import { Violation } from './violation.ts';

type Wanted = { tierId: string; sectionId: string | null; quantity: number };

/**
 * The tiers of a request that have to wait, because the one before still has places that this request does not take. By
 * the counters, like the sale itself: `verify` compares these with the rows.
 */
export async function findWaitingTiers(db: Queryable, event: EventOnSale, lines: Wanted[]): Promise<string[]> {
  const rows = await db.query<{ tierId: string; free: number }>(sql`
    select t.id as tier_id,
           least(t.quantity_total - t.sold - t.held - t.blocked, e.capacity - e.sold - e.held - e.blocked)
             - (select coalesce(sum(waiting), 0) from ticket_tiers w where w.event_id = e.id) as free
      from ticket_tiers t join events e on e.organization_id = t.organization_id and e.id = t.event_id
     where e.id = ${event.id} and t.is_active`);
  // Tiers price the same seats: an order at any price may take the last ones of an earlier tier.
  const mayTake = (line: Wanted, tierId: string) => line.tierId === tierId || line.sectionId !== null;
  const left = new Map(
    rows.map(({ tierId, free }) => [tierId, free - placesOf(lines.filter((line) => mayTake(line, tierId)))]),
  );
  return event.offers.flatMap(({ tierId, after }) =>
    after && lines.some((line) => line.tierId === tierId) && (left.get(after) ?? 0) > 0 ? tierId : [],
  );
}

/** @throws Violation when one of these tiers was sold */
export function expectTurnsKept(waiting: string[], status: number | undefined) {
  if (status === 201 && waiting.length > 0) throw new Violation('a tier was sold before its turn', { waiting });
}
