import sql from 'sql-template-tag';
import type { Queryable } from '../server/src/platform/database/database.ts';
import type { Offer } from './program.ts';

/** Holds end this long after their time without an answer of the provider: see `unansweredBefore`. */
const UNANSWERED = '10 minutes';

/**
 * Places that a buyer can get now at least, counted from tickets and live holds instead of counters. A hold whose time
 * is over counts as free, unless a payment for it is in progress. All that the waiting lists of the event ask for is
 * owed to them.
 */
export async function countFree(
  db: Queryable,
  eventId: string,
  { tierId, sectionId }: Offer,
  now: Date,
): Promise<number> {
  const live = sql`c.status in ('open', 'processing') and c.expires_at > ${now}::timestamptz - ${UNANSWERED}::interval
    and (c.status = 'processing' or c.payment_started or c.expires_at > ${now})`;
  const [row] = await db.query<{ ofEvent: number; ofTier: number; ofSection: number | null; owed: number }>(sql`
    with taken as (
      select t.tier_id, 1 as places from tickets t where t.event_id = ${eventId} and t.status in ('valid', 'used')
      union all select l.tier_id, l.quantity from checkouts c
          join checkout_lines l on l.organization_id = c.organization_id and l.checkout_id = c.id
         where c.event_id = ${eventId} and ${live})
    select e.capacity - (select coalesce(sum(places), 0) from taken) as of_event,
           tier.quantity_total - (select coalesce(sum(places), 0) from taken where tier_id = tier.id) as of_tier,
           (select count(*) filter (where substr(r.states, n, 1) <> '_') - count(*) filter (where exists (
               select 1 from seat_claims x join checkouts c on c.organization_id = x.organization_id and c.id = x.checkout_id
                where x.organization_id = r.organization_id and x.row_id = r.id and x.place = n - 1
                  and (c.status = 'completed' or (${live}))))
              from seating_rows r join seating_sections s on s.organization_id = r.organization_id and s.id = r.section_id
             cross join lateral generate_series(1, length(r.states)) n
             where r.section_id = ${sectionId}::uuid and ${tierId}::uuid = any(coalesce(r.tier_ids, s.tier_ids))) as of_section,
           (select coalesce(sum(quantity), 0) from waiting_list_entries w
             where w.event_id = e.id and w.status = 'waiting') as owed
      from events e join ticket_tiers tier on tier.organization_id = e.organization_id and tier.id = ${tierId}
     where e.id = ${eventId}`);
  if (!row) return 0;
  // A tier that prices several sections may be sold out in this one only; general admission has no section.
  return Math.min(row.ofEvent, row.ofTier, sectionId === null ? Infinity : (row.ofSection ?? 0)) - row.owed;
}
