import sql, { empty, raw } from 'sql-template-tag';
import type { Attendee } from '../checkouts/attendee.ts';
import { anyOf } from '../platform/database/any-of.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { type Answer, listAnswersOfTickets } from './answer-queries.ts';

/** What a scanner shows about an admitted ticket. */
export interface Admission {
  id: Uuid;
  checkedInAt: Date;
  event: { id: Uuid; title: string };
  customer: { name: string };
  attendee: Pick<Attendee, 'name'>;
  /** To the questions that are shown at the door. */
  answers: Answer[];
}

interface AdmissionRow {
  id: Uuid;
  checkedInAt: Date;
  eventId: Uuid;
  eventTitle: string;
}

/**
 * Marks tickets used, except those of add-ons. The row lock decides: a second scan finds no valid row, and a scan of a code that is being
 * replaced finds another revision. Without `waits`, rows locked by others are skipped. Titles are read once per event,
 * because nearly all scans at a door are for one event. Names and answers are read by further statements in the same round
 * trip: an erasure of personal data waits for the locked tickets, or was committed before their snapshots. The planner
 * does not see how many scans there are, as in `anyOf`.
 * @returns the tickets that this call marked, by id
 */
export async function markTicketsUsed(
  tx: Tx,
  organizationId: Uuid,
  scans: { ticketId: Uuid; nonce: string | null; revision: number | null; admittedAt: Date }[],
  { waits, now }: { waits: boolean; now: Date },
): Promise<Map<Uuid, Admission>> {
  const ids = scans.map(({ ticketId }) => ticketId);
  const [rows, named, answers] = await Promise.all([
    tx.query<AdmissionRow>(sql`
    with admitted as materialized (
      select t.id, t.event_id, scan.at, scan.nonce
        from unnest((select ${ids}::uuid[]), (select ${scans.map(({ revision }) => revision)}::int[]),
                    (select ${scans.map(({ admittedAt }) => admittedAt)}::timestamptz[]),
                    (select ${scans.map(({ nonce }) => nonce)}::text[]))
               as scan (ticket_id, revision, at, nonce)
        join tickets t on t.organization_id = ${organizationId} and t.id = scan.ticket_id
        join ticket_tiers tier on tier.organization_id = t.organization_id and tier.id = t.tier_id and tier.admission
       where t.status = 'valid' and t.revision = coalesce(scan.revision, t.revision)
         and (scan.nonce is null or t.check_in_nonce is distinct from scan.nonce)
         for update of t ${waits ? empty : raw('skip locked')}),
    titles as materialized (
      select id, title from events
       where organization_id = ${organizationId} and id = any(array(select event_id from admitted)))
    update tickets t
       set status = 'used', changed_at = ${now}, checked_in_at = admitted.at, check_in_nonce = admitted.nonce,
           undone_check_in_at = null
      from admitted join titles e on e.id = admitted.event_id
     where t.organization_id = ${organizationId} and t.id = admitted.id
    returning t.id, t.checked_in_at, t.event_id, e.title as event_title`),
    tx.query<{ id: Uuid; customerName: string; attendeeName: string | null }>(sql`
      select t.id, t.attendee_name, o.customer_name from tickets t
        join orders o on o.organization_id = t.organization_id and o.id = t.order_id
       where t.organization_id = ${organizationId} and t.id = ${anyOf(ids)}`),
    listAnswersOfTickets(tx, organizationId, ids, { atDoor: true }),
  ]);
  const names = new Map(named.map(({ id, ...names }) => [id, names]));
  return new Map(
    rows.map((row) => {
      const event = { id: row.eventId, title: row.eventTitle };
      const { customerName = '', attendeeName = null } = names.get(row.id) ?? {};
      const people = { customer: { name: customerName }, attendee: { name: attendeeName } };
      const shown = { ...people, answers: answers.get(row.id) ?? [] };
      return [row.id, { id: row.id, checkedInAt: row.checkedInAt, event, ...shown }];
    }),
  );
}

/** @returns when the ticket had been used; undefined when it was not used */
export async function markTicketValid(
  tx: Tx,
  organizationId: Uuid,
  ticketId: Uuid,
  now: Date,
): Promise<Date | undefined> {
  const [row] = await tx.query<{ checkedInAt: Date }>(sql`
    with used as (
      select id, checked_in_at from tickets
       where organization_id = ${organizationId} and id = ${ticketId} and status = 'used' for update)
    update tickets t set status = 'valid', checked_in_at = null, changed_at = ${now},
           undone_check_in_at = case when t.check_in_nonce is not null then used.checked_in_at end
      from used where t.organization_id = ${organizationId} and t.id = ${ticketId} and t.id = used.id
    returning used.checked_in_at`);
  return row?.checkedInAt;
}

/**
 * When the scan with this `nonce` used this ticket, even if that was undone. If it did, the same scan is being sent
 * again.
 */
export async function findScan(
  db: Queryable,
  organizationId: Uuid,
  ticketId: Uuid,
  nonce: string,
): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date }>(sql`
    select coalesce(checked_in_at, undone_check_in_at) as at from tickets
     where organization_id = ${organizationId} and id = ${ticketId} and status in ('valid', 'used')
       and check_in_nonce = ${nonce}`);
  return row?.at;
}
