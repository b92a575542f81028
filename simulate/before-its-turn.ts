import sql from 'sql-template-tag';
import type { Queryable } from '../server/src/platform/database/database.ts';
import { sumOf } from '../server/src/values/sum-of.ts';
import type { EventOnSale, Offer } from './program.ts';
import { Violation } from './violation.ts';

type Wanted = Pick<Offer, 'tierId' | 'sectionId'> & { quantity: number; chosen?: string[] };

/**
 * Places of a tier that a line takes, at whatever price: tiers price the same seats. Where the service chooses and the
 * seats of a price are not known here, it is the most that the line may take.
 */
function takenFrom({ offers }: EventOnSale, tierId: string, line: Wanted): number {
  if (line.tierId === tierId) return line.quantity;
  if (line.sectionId === null) return 0;
  const offerOf = (id: string) => offers.find((offer) => offer.tierId === id && offer.sectionId === line.sectionId);
  const earlier = offerOf(tierId);
  if (!earlier) return 0;
  const isPriced = (seat: string) => earlier.seatIds?.includes(seat) ?? true;
  if (line.chosen) return line.chosen.filter(isPriced).length;
  return (offerOf(line.tierId)?.seatIds ?? []).every(isPriced) ? line.quantity : 0;
}

/**
 * The tiers of a request that have to wait, because the one before still has places that this request does not take. By
 * the counters, like the sale itself: `verify` compares these with the rows.
 */
export async function findWaitingTiers(db: Queryable, event: EventOnSale, lines: Wanted[]): Promise<string[]> {
  const rows = await db.query<{ tierId: string; free: number }>(sql`
    select t.id as tier_id,
           least(t.quantity_total - t.sold - t.held - t.blocked - t.taken_by_others,
                 e.capacity - e.sold - e.held - e.blocked)
             - (select coalesce(sum(waiting), 0) from ticket_tiers w where w.event_id = e.id) as free
      from ticket_tiers t join events e on e.organization_id = t.organization_id and e.id = t.event_id
     where e.id = ${event.id} and t.is_active`);
  const left = new Map(
    rows.map(({ tierId, free }) => [tierId, free - sumOf(lines, (line) => takenFrom(event, tierId, line))]),
  );
  return event.offers.flatMap(({ tierId, after }) =>
    after && lines.some((line) => line.tierId === tierId) && (left.get(after) ?? 0) > 0 ? tierId : [],
  );
}

/** @throws Violation when one of these tiers was sold */
export function expectTurnsKept(waiting: string[], status: number | undefined) {
  if (status === 201 && waiting.length > 0) throw new Violation('a tier was sold before its turn', { waiting });
}
