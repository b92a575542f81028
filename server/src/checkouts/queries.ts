import sql, { raw } from 'sql-template-tag';
import { type Database, type Queryable, type Tx, write } from '../platform/database/database.ts';
import { readTogether } from '../platform/lanes/read-together.ts';
import { notFound } from '../platform/refusals/errors.ts';
import type { Seat } from '../seating/seat.ts';
import type { Attendee } from '../tickets/attendee.ts';
import type { Language } from '../values/language.ts';
import type { Uuid } from '../values/uuid.ts';
import { attendeesColumn } from './answer-queries.ts';
import type { Checkout, CheckoutStatus, CheckoutWithSeats } from './checkout.ts';

export interface CheckoutRow {
  organization_id: Uuid;
  id: Uuid;
  event_id: Uuid;
  tier_id: Uuid;
  section_id: Uuid | null;
  quantity: number;
  unit_price_centavos: number;
  discount_centavos: number;
  promo_code_id: Uuid | null;
  customer_name: string;
  customer_email: string;
  customer_phone: string | null;
  language: Language | null;
  attendees: Attendee[] | null;
  success_url: string;
  cancel_url: string | null;
  status: CheckoutStatus;
  payment_started: boolean;
  failure_reason: string | null;
  expires_at: Date;
  created_at: Date;
}

/** Of `checkouts c`. */
export const checkoutColumns =
  raw(`c.organization_id, c.id, c.event_id, c.tier_id, c.section_id, c.quantity, c.unit_price_centavos, c.discount_centavos,
  c.promo_code_id, c.customer_name, c.customer_email, c.customer_phone, c.language, c.attendees, c.success_url, c.cancel_url,
  c.status, c.payment_started, c.failure_reason, c.expires_at, c.created_at`);

export const checkoutFrom = (row: CheckoutRow): Checkout => ({
  organizationId: row.organization_id,
  id: row.id,
  eventId: row.event_id,
  tierId: row.tier_id,
  sectionId: row.section_id,
  quantity: row.quantity,
  unitPriceCentavos: row.unit_price_centavos,
  discountCentavos: row.discount_centavos,
  promoCodeId: row.promo_code_id,
  customer: { name: row.customer_name, email: row.customer_email, phone: row.customer_phone },
  language: row.language,
  attendees: row.attendees ?? [],
  successUrl: row.success_url,
  cancelUrl: row.cancel_url,
  status: row.status,
  paymentStarted: row.payment_started,
  failureReason: row.failure_reason,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
});

/**
 * New checkouts of one event: one statement for a whole batch. `unnest` of each column in the list, not of all of them in
 * `from`, where PostgreSQL would store the rows before it reads them.
 */
export function insertCheckouts(tx: Tx, checkouts: Checkout[]) {
  const [first] = checkouts;
  if (!first) return;
  write(
    tx,
    sql`
    insert into checkouts (organization_id, event_id, id, tier_id, section_id, quantity, unit_price_centavos, discount_centavos,
      promo_code_id, customer_name, customer_email, customer_phone, language, attendees, success_url, cancel_url, status, expires_at,
      created_at)
    select ${first.organizationId}, ${first.eventId},
      unnest(${checkouts.map((c) => c.id)}::uuid[]), unnest(${checkouts.map((c) => c.tierId)}::uuid[]),
      unnest(${checkouts.map((c) => c.sectionId)}::uuid[]), unnest(${checkouts.map((c) => c.quantity)}::int[]),
      unnest(${checkouts.map((c) => c.unitPriceCentavos)}::bigint[]),
      unnest(${checkouts.map((c) => c.discountCentavos)}::bigint[]),
      unnest(${checkouts.map((c) => c.promoCodeId)}::uuid[]), unnest(${checkouts.map((c) => c.customer.name)}::text[]),
      unnest(${checkouts.map((c) => c.customer.email)}::text[]), unnest(${checkouts.map((c) => c.customer.phone)}::text[]),
      unnest(${checkouts.map((c) => c.language)}::text[]),
      unnest(${checkouts.map((c) => attendeesColumn(c.attendees))}::jsonb[]),
      unnest(${checkouts.map((c) => c.successUrl)}::text[]), unnest(${checkouts.map((c) => c.cancelUrl)}::text[]),
      unnest(${checkouts.map((c) => c.status)}::text[]), unnest(${checkouts.map((c) => c.expiresAt)}::timestamptz[]),
      unnest(${checkouts.map((c) => c.createdAt)}::timestamptz[])`,
  );
}

const readCheckout = readTogether('reads of checkouts', async (db, organizationId, ids) => {
  const rows = await db.query<CheckoutRow & { seats: Seat[] | null }>(sql`
    select ${checkoutColumns},
           (select json_agg(json_build_object('section', s.section_label, 'row', s.row_label, 'seat', s.seat)
                            order by s.position)
              from seat_claims s where s.organization_id = c.organization_id and s.checkout_id = c.id) as seats
      from checkouts c where c.organization_id = ${organizationId} and c.id = any(${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, { ...checkoutFrom(row), seats: row.seats }]));
});

export async function getCheckout(db: Database, organizationId: Uuid, id: Uuid): Promise<CheckoutWithSeats> {
  const checkout = await readCheckout(db, organizationId, id);
  if (!checkout) throw notFound('Checkout');
  return checkout;
}

/** The event's lock, where it is needed too, comes first. @returns those that exist, by id */
export async function lockCheckouts(tx: Tx, organizationId: Uuid, ids: Uuid[]): Promise<Map<Uuid, Checkout>> {
  const rows = await tx.query<CheckoutRow>(sql`
    select ${checkoutColumns} from checkouts c
     where c.organization_id = ${organizationId} and c.id = any(${ids}::uuid[]) order by c.id for update`);
  return new Map(rows.map((row) => [row.id, checkoutFrom(row)]));
}

export async function lockCheckout(tx: Tx, organizationId: Uuid, id: Uuid): Promise<Checkout> {
  const checkout = (await lockCheckouts(tx, organizationId, [id])).get(id);
  if (!checkout) throw notFound('Checkout');
  return checkout;
}

/** @returns whether one of `most` was left */
export async function takePromoTry(db: Queryable, organizationId: Uuid, id: Uuid, most: number): Promise<boolean> {
  const rows = await db.query(sql`
    update checkouts set promo_tries = promo_tries + 1
     where organization_id = ${organizationId} and id = ${id} and promo_tries < ${most} returning 1`);
  return rows.length > 0;
}

/** Another code, or none: the total follows. The event and the checkout are locked. */
export async function savePromoCodeOfCheckout(tx: Tx, { organizationId, id, promoCodeId, discountCentavos }: Checkout) {
  await tx.query(sql`
    update checkouts set promo_code_id = ${promoCodeId}, discount_centavos = ${discountCentavos}
     where organization_id = ${organizationId} and id = ${id}`);
}

export async function saveLanguage(db: Queryable, { organizationId, id }: Checkout, language: Language) {
  await db.query(sql`
    update checkouts set language = ${language} where organization_id = ${organizationId} and id = ${id}`);
}

/** What a completed checkout became. */
export const findPurchase = readTogether('reads of purchases', async (db, organizationId, checkoutIds) => {
  const rows = await db.query<{ checkout_id: Uuid; order_id: Uuid; ticket_ids: Uuid[]; revisions: number[] }>(sql`
    select o.checkout_id, o.id as order_id, t.ids as ticket_ids, t.revisions
      from orders o cross join lateral (
        select coalesce(array_agg(t.id order by t.ticket_number), '{}') as ids,
               coalesce(array_agg(t.revision), '{}') as revisions
          from tickets t where t.organization_id = o.organization_id and t.order_id = o.id) t
     where o.organization_id = ${organizationId} and o.checkout_id = any(${checkoutIds}::uuid[])`);
  return new Map(
    rows.map((row) => [
      row.checkout_id,
      { orderId: row.order_id, ticketIds: row.ticket_ids, revisions: row.revisions },
    ]),
  );
});

/** What a completed checkout became, and where its buyer goes on. */
export interface Sale {
  orderId: Uuid;
  successUrl: string;
}

export const findSale = readTogether<Sale>('reads of sales', async (db, organizationId, checkoutIds) => {
  const rows = await db.query<{ checkout_id: Uuid; order_id: Uuid; success_url: string }>(sql`
    select o.checkout_id, o.id as order_id, c.success_url from orders o
      join checkouts c on c.organization_id = o.organization_id and c.id = o.checkout_id
     where o.organization_id = ${organizationId} and o.checkout_id = any(${checkoutIds}::uuid[])`);
  return new Map(rows.map((row) => [row.checkout_id, { orderId: row.order_id, successUrl: row.success_url }]));
});

/** Money is on its way: the hold lasts as long as the provider waits for it. */
export async function markProcessing(tx: Tx, organizationId: Uuid, id: Uuid, expiresAt: Date) {
  await tx.query(sql`
    update checkouts set status = 'processing', expires_at = ${expiresAt}
     where organization_id = ${organizationId} and id = ${id} and status = 'open'`);
}

/**
 * An attempt ended without money. When it was the last one under way, time ends the hold again; a checkout that was
 * processing is open until `expiresAt`, so that the buyer can pay in another way.
 */
export function markPaymentEnded(
  tx: Tx,
  organizationId: Uuid,
  id: Uuid,
  { failureReason, expiresAt }: { failureReason: string | null; expiresAt: Date },
) {
  write(
    tx,
    sql`
    update checkouts c
       set payment_started = left_over.any_attempt,
           failure_reason = coalesce(${failureReason}, c.failure_reason),
           expires_at = case when c.status = 'processing' and not left_over.pending then ${expiresAt} else c.expires_at end,
           status = case when left_over.pending then 'processing' else 'open' end
      from (select count(*) > 0 as any_attempt, count(*) filter (where status = 'pending') > 0 as pending
              from payment_attempts
             where organization_id = ${organizationId} and checkout_id = ${id}
               and status in ('started', 'pending')) left_over
     where c.organization_id = ${organizationId} and c.id = ${id} and c.status in ('open', 'processing')`,
  );
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

/** Why money of this checkout is sent back, for the buyer who looks at its page again. */
export async function findRefundReason(db: Queryable, organizationId: Uuid, checkoutId: Uuid): Promise<string | null> {
  const [row] = await db.query<{ reason: string }>(sql`
    select r.reason from payments p
      join refunds r on r.organization_id = p.organization_id and r.payment_id = p.id
     where p.organization_id = ${organizationId} and p.checkout_id = ${checkoutId} and p.order_id is null
     order by r.id desc limit 1`);
  return row?.reason ?? null;
}

/** Of all organizations, now. */
export async function countHeldPlaces(db: Queryable): Promise<number> {
  const [row] = await db.query<{ places: number }>(sql`
    select coalesce(sum(quantity), 0) as places from checkouts where status in ('open', 'processing')`);
  return row?.places ?? 0;
}
