import sql, { raw } from 'sql-template-tag';
import { type Database, type Queryable, type Tx, write } from '../database/database.ts';
import type { AttendeeDetails } from '../events/event.ts';
import { notFound } from '../http/errors.ts';
import { readTogether } from '../lanes/read-together.ts';
import type { Language } from '../language.ts';
import type { Seat } from '../seating/seat.ts';
import { type SectionShape, sectionsOfRows } from '../seating/section-shapes.ts';
import type { Attendee } from '../tickets/attendee.ts';
import type { Uuid } from '../uuid.ts';
import { attendeesColumn } from './answer-queries.ts';
import type { Checkout, CheckoutStatus } from './checkout.ts';

interface CheckoutRow {
  organization_id: Uuid;
  id: Uuid;
  event_id: Uuid;
  tier_id: Uuid;
  section_id: Uuid | null;
  seats: Seat[] | null;
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

const checkoutColumns = raw(`organization_id, id, event_id, tier_id, quantity, unit_price_centavos, discount_centavos,
  promo_code_id, customer_name, customer_email, customer_phone, language, attendees, success_url, cancel_url, status, payment_started,
  failure_reason, expires_at, created_at, section_id,
  (select json_agg(json_build_object('section', s.section_label, 'row', s.row_label, 'seat', s.seat) order by s.position)
     from seat_claims s where s.organization_id = checkouts.organization_id and s.checkout_id = checkouts.id) as seats`);

const checkoutFrom = (row: CheckoutRow): Checkout => ({
  organizationId: row.organization_id,
  id: row.id,
  eventId: row.event_id,
  tierId: row.tier_id,
  sectionId: row.section_id,
  seats: row.seats,
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

/** New checkouts of one event: one statement for a whole batch. */
export function insertCheckouts(tx: Tx, checkouts: Checkout[]) {
  const [first] = checkouts;
  if (!first) return;
  write(
    tx,
    sql`
    insert into checkouts (organization_id, event_id, id, tier_id, section_id, quantity, unit_price_centavos, discount_centavos,
      promo_code_id, customer_name, customer_email, customer_phone, language, attendees, success_url, cancel_url, status, expires_at,
      created_at)
    select ${first.organizationId}, ${first.eventId}, c.* from unnest(
      ${checkouts.map((c) => c.id)}::uuid[], ${checkouts.map((c) => c.tierId)}::uuid[],
      ${checkouts.map((c) => c.sectionId)}::uuid[],
      ${checkouts.map((c) => c.quantity)}::int[], ${checkouts.map((c) => c.unitPriceCentavos)}::bigint[],
      ${checkouts.map((c) => c.discountCentavos)}::bigint[], ${checkouts.map((c) => c.promoCodeId)}::uuid[],
      ${checkouts.map((c) => c.customer.name)}::text[],
      ${checkouts.map((c) => c.customer.email)}::text[], ${checkouts.map((c) => c.customer.phone)}::text[],
      ${checkouts.map((c) => c.language)}::text[],
      ${checkouts.map((c) => attendeesColumn(c.attendees))}::jsonb[],
      ${checkouts.map((c) => c.successUrl)}::text[], ${checkouts.map((c) => c.cancelUrl)}::text[],
      ${checkouts.map((c) => c.status)}::text[], ${checkouts.map((c) => c.expiresAt)}::timestamptz[],
      ${checkouts.map((c) => c.createdAt)}::timestamptz[]) c`,
  );
}

const readCheckout = readTogether('reads of checkouts', async (db, organizationId, ids) => {
  const rows = await db.query<CheckoutRow>(sql`
    select ${checkoutColumns} from checkouts where organization_id = ${organizationId} and id = any(${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, checkoutFrom(row)]));
});

export async function getCheckout(db: Database, organizationId: Uuid, id: Uuid): Promise<Checkout> {
  const checkout = await readCheckout(db, organizationId, id);
  if (!checkout) throw notFound('Checkout');
  return checkout;
}

/** The event's lock, where it is needed too, comes first. @returns those that exist, by id */
export async function lockCheckouts(tx: Tx, organizationId: Uuid, ids: Uuid[]): Promise<Map<Uuid, Checkout>> {
  const rows = await tx.query<CheckoutRow>(sql`
    select ${checkoutColumns} from checkouts
     where organization_id = ${organizationId} and id = any(${ids}::uuid[]) order by id for update`);
  return new Map(rows.map((row) => [row.id, checkoutFrom(row)]));
}

export async function lockCheckout(tx: Tx, organizationId: Uuid, id: Uuid): Promise<Checkout> {
  const checkout = (await lockCheckouts(tx, organizationId, [id])).get(id);
  if (!checkout) throw notFound('Checkout');
  return checkout;
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

type EventRow = Omit<EventOfPage, 'drawn'> & { id: Uuid; claims: DrawnSeats['mine'] | null };

const readEventOfPage = readTogether('reads of events of pages', async (db, organizationId, checkoutIds) => {
  const rows = await db.query<EventRow>(sql`
    select c.id, e.title, e.start_datetime, e.venue_name, e.address, e.city, e.cover_image_url, tier.name as tier_name,
           o.name as organization_name, o.color, o.logo_url, o.time_zone, promo.code as promo_code,
           e.consent_text, e.attendee_details, coalesce(agreed.text = e.consent_text, false) as has_consented,
           (select json_agg(json_build_object('row', s.row_id, 'place', s.place)) from seat_claims s
             where s.organization_id = c.organization_id and s.checkout_id = c.id and s.row_id is not null) as claims
      from checkouts c
      join events e on e.organization_id = c.organization_id and e.id = c.event_id
      join ticket_tiers tier on tier.organization_id = c.organization_id and tier.id = c.tier_id
      join organizations o on o.organization_id = c.organization_id
      left join promo_codes promo on promo.organization_id = c.organization_id and promo.id = c.promo_code_id
      left join consents agreed on agreed.organization_id = c.organization_id and agreed.checkout_id = c.id
     where c.organization_id = ${organizationId} and c.id = any(${checkoutIds}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
});

/** What the hosted page shows of the event, the tier and the section. */
export async function getEventOfPage(
  db: Database,
  { organizationId, id, eventId, sectionId }: Checkout,
): Promise<EventOfPage> {
  const row = await readEventOfPage(db, organizationId, id);
  if (!row) throw notFound('Event');
  const { claims, ...event } = row;
  const [claim] = claims ?? [];
  if (!claims || !claim || !sectionId) return { ...event, drawn: null };
  const [section] = await sectionsOfRows(db, organizationId, eventId, [{ rowId: claim.row, sectionId }]);
  return { ...event, drawn: section ? { section, mine: claims } : null };
}

/** A buyer's seats, by row and by place in it from 0, in the section around them. */
export interface DrawnSeats {
  section: SectionShape;
  mine: { row: Uuid; place: number }[];
}

export interface EventOfPage {
  title: string;
  start_datetime: Date;
  venue_name: string | null;
  address: string | null;
  city: string | null;
  cover_image_url: string | null;
  tier_name: string;
  organization_name: string;
  color: string | null;
  logo_url: string | null;
  time_zone: string;
  promo_code: string | null;
  consent_text: string | null;
  /** To this very text. */
  has_consented: boolean;
  attendee_details: AttendeeDetails;
  /** null: general admission. */
  drawn: DrawnSeats | null;
}

/** Whoever presses Pay keeps the hold beyond its time; only a live one can be kept. They are locked and open. */
export function keepForPayment(tx: Tx, organizationId: Uuid, kept: { checkoutId: Uuid; language: Language }[]) {
  if (kept.length === 0) return;
  write(
    tx,
    sql`
    update checkouts c set payment_started = true, failure_reason = null, language = k.language
      from unnest(${kept.map(({ checkoutId }) => checkoutId)}::uuid[], ${kept.map(({ language }) => language)}::text[])
             k (id, language)
     where c.organization_id = ${organizationId} and c.id = k.id`,
  );
}

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
