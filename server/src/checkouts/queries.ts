import sql, { empty, type Sql } from 'sql-template-tag';
import { anyOf } from '../platform/database/any-of.ts';
import { type Database, type Queryable, type Tx, write } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { asJson, columnsExcept, insertAllInto, type RowOf } from '../platform/database/table.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import { readTogether } from '../platform/lanes/read-together.ts';
import type { Seat } from '../seating/seat.ts';
import type { Language } from '../values/language.ts';
import type { Uuid } from '../values/uuid.ts';
import { attendeesColumn } from './answer-queries.ts';
import type { Attendee } from './attendee.ts';
import {
  type Checkout,
  type CheckoutLine,
  type CheckoutStatus,
  type CheckoutWithSeats,
  LINE_FIELDS,
} from './checkout.ts';
import { customerColumns, withCustomer } from './customer.ts';
import { checkoutRefusals } from './refusals.ts';
import { checkoutLinesTable, checkoutsTable } from './tables.ts';

const ownColumns = columnsExcept(checkoutsTable, ['promoTries', 'openUntil', 'erasedAt'], 'c');

/** The lines of `checkouts c`, in order. */
export const checkoutLines = (organizationId: Uuid): Sql => sql`(
  select json_agg(${asJson(checkoutLinesTable, LINE_FIELDS)} order by position) from checkout_lines l
   where l.organization_id = ${organizationId} and l.checkout_id = c.id) as lines`;

/** Number of tickets of `checkouts c` that admit. */
export const admissions = (organizationId: Uuid): Sql => sql`(
  select coalesce(sum(l.quantity), 0)::int from checkout_lines l
    join ticket_tiers t on t.organization_id = l.organization_id and t.id = l.tier_id
   where l.organization_id = ${organizationId} and l.checkout_id = c.id and t.admission)`;

/**
 * Condition: `checkouts c` is not a reservation. What is kept for a name is no buyer's checkout before it is picked up:
 * no page shows it, and nothing but the box office changes it.
 */
export const isOfBuyer = sql`(c.reservation_id is null or c.status = 'completed')`;

/** Condition: `checkouts c` holds places, in time or not: see `isHolding`. */
export const isLive = sql`c.status in ('open', 'processing')`;

/**
 * Condition: the hold of `checkouts c` is over at `now`, a time or a column, without a payment under way. Its
 * places are free, even if nothing has released them yet; `statusAt` says so of a checkout that was read.
 */
export const isOverdue = (now: Date | Sql): Sql =>
  sql`(c.status = 'open' and not c.payment_started and c.expires_at <= ${now})`;

/**
 * Condition: `checkouts c` names an attendee with this address. The index `checkouts_of_attendees` has the same
 * expression.
 */
export const namesAttendee = (address: Sql): Sql => sql`(
  c.attendees is not null
  and lower(jsonb_path_query_array(c.attendees, '$[*].email')::text)::jsonb @> jsonb_build_array(lower(${address})))`;

/** Columns of `checkouts c`, and its lines. */
export const checkoutColumns = (organizationId: Uuid): Sql => sql`${ownColumns}, ${checkoutLines(organizationId)}`;
export type CheckoutColumns = RowOf<typeof ownColumns> & { lines: CheckoutLine[] };

export const checkoutFrom = ({ attendees, ...row }: CheckoutColumns): Checkout => ({
  ...withCustomer(row),
  attendees: (attendees as Attendee[] | null) ?? [],
});

/** Inserts checkouts of one event and their lines: two statements for the batch. */
export function insertCheckouts(tx: Tx, checkouts: Checkout[]) {
  const [first] = checkouts;
  if (!first) return;
  const { organizationId, eventId } = first;
  const rows = checkouts.map((checkout) => ({
    id: checkout.id,
    quantity: checkout.quantity,
    subtotalCentavos: checkout.subtotalCentavos,
    discountCentavos: checkout.discountCentavos,
    promoCodeId: checkout.promoCodeId,
    ...customerColumns(checkout.customer),
    language: checkout.language,
    buyerReference: checkout.buyerReference,
    buyerPlaces: checkout.buyerPlaces,
    attendees: attendeesColumn(checkout.attendees),
    successUrl: checkout.successUrl,
    cancelUrl: checkout.cancelUrl,
    channel: checkout.channel,
    source: checkout.source,
    medium: checkout.medium,
    campaign: checkout.campaign,
    ref: checkout.ref,
    isOffer: checkout.isOffer,
    reservationId: checkout.reservationId,
    status: checkout.status,
    expiresAt: checkout.expiresAt,
    createdAt: checkout.createdAt,
  }));
  write(tx, insertAllInto(checkoutsTable, { organizationId, eventId }, rows));
  insertLines(tx, checkouts);
}

/** The lines of checkouts of one event. */
export function insertLines(tx: Tx, checkouts: Pick<Checkout, 'organizationId' | 'eventId' | 'id' | 'lines'>[]) {
  const [first] = checkouts;
  if (!first) return;
  const { organizationId, eventId } = first;
  const rows = checkouts.flatMap(({ id: checkoutId, lines }) =>
    lines.map((line, position) => ({ checkoutId, position, ...line })),
  );
  write(tx, insertAllInto(checkoutLinesTable, { organizationId, eventId }, rows));
}

const readCheckout = readTogether('reads of checkouts', async (db, organizationId, ids) => {
  const rows = await db.query<CheckoutColumns & { seats: Seat[] | null }>(sql`
    select ${checkoutColumns(organizationId)},
           (select json_agg(json_build_object('section', s.section_label, 'row', s.row_label, 'seat', s.seat)
                            order by s.position)
              from seat_claims s where s.organization_id = ${organizationId} and s.checkout_id = c.id) as seats
      from checkouts c where c.organization_id = ${organizationId} and c.id = ${anyOf(ids)} and ${isOfBuyer}`);
  return new Map(rows.map((row) => [row.id, { ...checkoutFrom(row), seats: row.seats }]));
});

export async function getCheckout(db: Database, organizationId: Uuid, id: Uuid): Promise<CheckoutWithSeats> {
  const checkout = await readCheckout(db, organizationId, id);
  if (!checkout) throw checkoutRefusals.checkout_not_found();
  return checkout;
}

/** Newest first. `now` decides which open holds are over. */
export async function listCheckouts(
  db: Queryable,
  organizationId: Uuid,
  asked: { eventId: Uuid | undefined; status: CheckoutStatus | undefined; page: Page; now: Date },
): Promise<{ checkouts: Checkout[]; total: number }> {
  const { eventId, status, page, now } = asked;
  const ofStatus =
    status === undefined
      ? empty
      : status === 'expired'
        ? sql`and (c.status = 'expired' or ${isOverdue(now)})`
        : sql`and c.status = ${status} and not ${isOverdue(now)}`;
  const which = sql`
    c.organization_id = ${organizationId} and ${isOfBuyer} ${eventId ? sql`and c.event_id = ${eventId}` : empty} ${ofStatus}`;
  const { rows, total } = await readPage<CheckoutColumns>(db, {
    rows: sql`
      select ${checkoutColumns(organizationId)} from checkouts c where ${which}
       order by c.id desc limit ${page.perPage} offset ${offset(page)}`,
    total: sql`select count(*) as total from checkouts c where ${which}`,
  });
  return { checkouts: rows.map(checkoutFrom), total };
}

/** If the event must be locked too, it is locked first. @returns the existing checkouts, by id */
export async function lockCheckouts(tx: Tx, organizationId: Uuid, ids: Uuid[]): Promise<Map<Uuid, Checkout>> {
  const rows = await tx.query<CheckoutColumns>(sql`
    select ${checkoutColumns(organizationId)} from checkouts c
     where c.organization_id = ${organizationId} and c.id = any(${ids}::uuid[]) order by c.id for update`);
  return new Map(rows.map((row) => [row.id, checkoutFrom(row)]));
}

export async function lockCheckout(tx: Tx, organizationId: Uuid, id: Uuid): Promise<Checkout> {
  const checkout = (await lockCheckouts(tx, organizationId, [id])).get(id);
  if (!checkout) throw checkoutRefusals.checkout_not_found();
  return checkout;
}

/** Counts an entered promo code. @returns whether fewer than `most` were entered before */
export async function countPromoTry(db: Queryable, organizationId: Uuid, id: Uuid, most: number): Promise<boolean> {
  const rows = await db.query(sql`
    update checkouts set promo_tries = promo_tries + 1
     where organization_id = ${organizationId} and id = ${id} and promo_tries < ${most} returning 1`);
  return rows.length > 0;
}

export async function saveLanguage(db: Queryable, { organizationId, id }: Checkout, language: Language) {
  await db.query(sql`
    update checkouts set language = ${language} where organization_id = ${organizationId} and id = ${id}`);
}

/**
 * Marks the checkout as processing. Its hold lasts as long as the provider waits for the money, and never shorter than
 * before, whether the money comes, fails, or the provider does not answer.
 */
export async function markProcessing(tx: Tx, organizationId: Uuid, id: Uuid, expiresAt: Date) {
  await tx.query(sql`
    update checkouts set status = 'processing', open_until = expires_at, expires_at = greatest(${expiresAt}, expires_at)
     where organization_id = ${organizationId} and id = ${id} and status = 'open'`);
}

export function markCompleted(tx: Tx, organizationId: Uuid, sales: { checkoutId: Uuid; language: Language | null }[]) {
  if (sales.length === 0) return;
  write(
    tx,
    sql`
    update checkouts c
       set status = 'completed', payment_started = false, failure_reason = null, language = sale.language
      from unnest(${sales.map(({ checkoutId }) => checkoutId)}::uuid[], ${sales.map((sale) => sale.language)}::text[])
             sale (id, language)
     where c.organization_id = ${organizationId} and c.id = sale.id`,
  );
}

/** Places held now in all organizations. */
export async function countHeldPlaces(db: Queryable): Promise<number> {
  const [row] = await db.query<{ places: number }>(sql`
    select coalesce(sum(quantity), 0) as places from checkouts c where ${isLive}`);
  return row?.places ?? 0;
}
