import sql, { empty, type Sql } from 'sql-template-tag';
import { type NewReservationRow, reservationsTable } from '../../box-office/tables.ts';
import { type Queryable, type Tx, write } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/read-page.ts';
import { insertInto } from '../../platform/database/table.ts';
import { offset, type Page } from '../../platform/http/contract/pagination.ts';
import type { Uuid } from '../../values/uuid.ts';
import { reservationRefusals } from './refusals.ts';
import type { Reservation, ReservationState } from './reservation.ts';

/* Reservations, with the checkouts that keep their places: `checkouts c` has the id of the reservation. */

export function insertReservation(tx: Tx, reservation: NewReservationRow) {
  write(tx, insertInto(reservationsTable, reservation));
}

const stateAt = (now: Date): Sql => sql`
  case when c.status = 'open' and c.expires_at > ${now} then 'kept' when c.status = 'completed' then 'picked_up'
       when c.status = 'cancelled' then 'let_go' else 'ended' end`;

type ReservationColumns = Omit<Reservation, 'event'> & { eventId: Uuid; eventTitle: string };

const reservationsAt = (organizationId: Uuid, now: Date): Sql => sql`
    select r.id, r.name, r.note, r.kept_until, r.event_id, e.title as event_title, ${stateAt(now)} as state,
           nullif(c.customer_email, '') as email, c.customer_phone as phone, c.quantity, c.subtotal_centavos, c.created_at,
           (select json_agg(json_build_object(
                     'tierId', l.tier_id, 'tierName', t.name, 'admission', t.admission, 'sectionId', l.section_id,
                     'quantity', l.quantity, 'unitPriceCentavos', l.unit_price_centavos) order by l.position)
              from checkout_lines l
              join ticket_tiers t on t.organization_id = l.organization_id and t.id = l.tier_id
             where l.organization_id = ${organizationId} and l.checkout_id = c.id) as lines,
           (select coalesce(json_agg(json_build_object('section', s.section_label, 'row', s.row_label, 'seat', s.seat)
                                     order by s.position), '[]')
              from seat_claims s where s.organization_id = ${organizationId} and s.checkout_id = c.id) as seats,
           (select coalesce(json_agg(json_build_object('id', o.id, 'quantity', o.quantity) order by o.id), '[]')
              from checkouts p join orders o on o.organization_id = p.organization_id and o.checkout_id = p.id
             where p.organization_id = ${organizationId} and p.event_id = r.event_id and p.reservation_id = r.id) as orders
      from reservations r
      join checkouts c on c.organization_id = r.organization_id and c.id = r.id
      join events e on e.organization_id = r.organization_id and e.id = r.event_id`;

const reservationFrom = ({ eventId: id, eventTitle: title, ...reservation }: ReservationColumns): Reservation => ({
  ...reservation,
  event: { id, title },
});

/** @throws Refusal 404 */
export async function getReservation(db: Queryable, organizationId: Uuid, id: Uuid, now: Date): Promise<Reservation> {
  const [row] = await db.query<ReservationColumns>(sql`
    ${reservationsAt(organizationId, now)} where r.organization_id = ${organizationId} and r.id = ${id}`);
  if (!row) throw reservationRefusals.reservation_not_found();
  return reservationFrom(row);
}

export interface ReservationFilter {
  eventId: Uuid | undefined;
  state: ReservationState | undefined;
  /** Part of the name, without regard to case and accents. If no word is left, nothing is found. */
  search: string | undefined;
}

/** Newest first. */
export async function listReservations(
  db: Queryable,
  organizationId: Uuid,
  { eventId, state, search, page, now }: ReservationFilter & { page: Page; now: Date },
): Promise<{ reservations: Reservation[]; total: number }> {
  const which = sql`
    r.organization_id = ${organizationId} ${eventId === undefined ? empty : sql`and r.event_id = ${eventId}`}
    ${state === undefined ? empty : sql`and ${stateAt(now)} = ${state}`}
    ${search === undefined ? empty : sql`and strpos(plain_words(r.name), nullif(trim(plain_words(${search}::text)), '')) > 0`}`;
  const { rows, total } = await readPage<ReservationColumns>(db, {
    rows: sql`
      ${reservationsAt(organizationId, now)} where ${which} order by r.id desc limit ${page.perPage} offset ${offset(page)}`,
    total: sql`
      select count(*) as total from reservations r
        join checkouts c on c.organization_id = r.organization_id and c.id = r.id where ${which}`,
  });
  return { reservations: rows.map(reservationFrom), total };
}

/** Condition: `checkouts c` keeps places of these events for a name. */
const isKept = sql`c.reservation_id is not null and c.status = 'open'`;

/** Reservations of an event that are kept at `now`. */
export async function countKept(tx: Tx, organizationId: Uuid, eventId: Uuid, now: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*) as count from checkouts c
     where c.organization_id = ${organizationId} and c.event_id = ${eventId} and ${isKept} and c.expires_at > ${now}`);
  return row?.count ?? 0;
}

/** The seats of an event that are kept for a name now. */
export async function listKeptSeats(db: Queryable, organizationId: Uuid, eventId: Uuid, now: Date) {
  return db.query<{ rowId: Uuid; place: number; name: string }>(sql`
    select s.row_id, s.place, r.name from checkouts c
      join reservations r on r.organization_id = c.organization_id and r.id = c.reservation_id
      join seat_claims s on s.organization_id = c.organization_id and s.checkout_id = c.id and s.row_id is not null
     where c.organization_id = ${organizationId} and c.event_id = ${eventId} and ${isKept} and c.expires_at > ${now}`);
}

/** Ends what is still kept of these events: their holds are over at `now`. The events are locked. */
export function endReservations(tx: Tx, organizationId: Uuid, eventIds: Uuid[], now: Date): void {
  if (eventIds.length === 0) return;
  write(
    tx,
    sql`
    update checkouts c set expires_at = ${now}
     where c.organization_id = ${organizationId} and c.event_id = any(${eventIds}::uuid[]) and ${isKept}
       and c.expires_at > ${now}`,
  );
}

/** When the hold of a checkout ends. The checkout is locked. */
export function saveEnd(tx: Tx, organizationId: Uuid, checkoutId: Uuid, expiresAt: Date) {
  write(
    tx,
    sql`update checkouts set expires_at = ${expiresAt} where organization_id = ${organizationId} and id = ${checkoutId}`,
  );
}

export function saveReservation(
  tx: Tx,
  organizationId: Uuid,
  { id, name, note, keptUntil }: Pick<Reservation, 'id' | 'name' | 'note' | 'keptUntil'>,
) {
  write(
    tx,
    sql`
    update reservations set name = ${name}, note = ${note}, kept_until = ${keptUntil}
     where organization_id = ${organizationId} and id = ${id}`,
  );
}
