import sql, { empty, raw } from 'sql-template-tag';
import type { Attendee } from '../checkouts/attendee.ts';
import { anyOf } from '../platform/database/any-of.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { type Answer, listAnswersOfTickets } from './answer-queries.ts';

/** Undone scans that a ticket remembers. A door undoes one or two; without a bound the row would grow with each. */
const MAX_UNDONE_SCANS = 100;

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
 * Marks tickets used, except those of add-ons. The row lock decides: a second scan finds no valid row, and a scan of a
 * code that is being replaced finds another revision. Without `waits`, rows locked by others are skipped. Titles are
 * read once per event, because nearly all scans at a door are for one event. Names and answers are read by further
 * statements in the same round trip: an erasure of personal data waits for the locked tickets, or was committed before
 * their snapshots. The planner does not see how many scans there are, as in `anyOf`.
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
         and (scan.nonce = any (t.undone_nonces)) is not true
         for update of t ${waits ? empty : raw('skip locked')}),
    titles as materialized (
      select id, title from events
       where organization_id = ${organizationId} and id = any(array(select event_id from admitted)))
    update tickets t
       set status = 'used', changed_at = ${now}, checked_in_at = admitted.at, check_in_nonce = admitted.nonce
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

/** @returns when the ticket had been used; undefined when it was not used, or not by the scan with this nonce */
export async function markTicketValid(
  tx: Tx,
  organizationId: Uuid,
  { ticketId, nonce, now }: { ticketId: Uuid; nonce: string | null; now: Date },
): Promise<Date | undefined> {
  const [row] = await tx.query<{ checkedInAt: Date }>(sql`
    with used as (
      select id, checked_in_at from tickets
       where organization_id = ${organizationId} and id = ${ticketId} and status = 'used'
         and check_in_nonce is not distinct from coalesce(${nonce}, check_in_nonce) for update)
    update tickets t set status = 'valid', checked_in_at = null, check_in_nonce = null, changed_at = ${now},
           undone_nonces = case when t.check_in_nonce is null then t.undone_nonces
                else (array_prepend(t.check_in_nonce, t.undone_nonces))[1:${MAX_UNDONE_SCANS}::int] end,
           undone_check_ins_at = case when t.check_in_nonce is null then t.undone_check_ins_at
                else (array_prepend(t.checked_in_at, t.undone_check_ins_at))[1:${MAX_UNDONE_SCANS}::int] end
      from used where t.organization_id = ${organizationId} and t.id = ${ticketId} and t.id = used.id
    returning used.checked_in_at`);
  return row?.checkedInAt;
}

interface Scan {
  ticketId: Uuid;
  nonce: string | null;
}

/** Names a scan by its ticket and nonce. No nonce is empty, so a scan without one is never taken for another. */
export const scanName = ({ ticketId, nonce }: Scan): string => `${ticketId} ${nonce ?? ''}`;

/**
 * When these scans checked their tickets in, by name, even if that was undone. A scan that did is being sent again.
 * Tickets that were refunded or cancelled since are left out.
 */
export async function findCheckInsOfScans(
  db: Queryable,
  organizationId: Uuid,
  scans: Scan[],
): Promise<Map<string, Date>> {
  const named = scans.filter(({ nonce }) => nonce !== null);
  if (named.length === 0) return new Map();
  const rows = await db.query<Scan & { at: Date }>(sql`
    select scan.ticket_id, scan.nonce,
           case when t.check_in_nonce = scan.nonce then t.checked_in_at
                else t.undone_check_ins_at[array_position(t.undone_nonces, scan.nonce)] end as at
      from unnest((select ${named.map(({ ticketId }) => ticketId)}::uuid[]),
                  (select ${named.map(({ nonce }) => nonce)}::text[])) as scan (ticket_id, nonce)
      join tickets t on t.organization_id = ${organizationId} and t.id = scan.ticket_id
     where t.status in ('valid', 'used') and (t.check_in_nonce = scan.nonce or scan.nonce = any (t.undone_nonces))`);
  return new Map(rows.map((row) => [scanName(row), row.at]));
}
