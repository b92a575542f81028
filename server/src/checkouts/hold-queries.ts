import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { CheckoutLine } from './checkout.ts';
import { checkoutLines, isLive, isOverdue } from './queries.ts';

/* Queries that end holds. The index of live holds by their end serves all of them: live holds are few, however much
 * was sold before. */

export interface EndedHold {
  checkoutId: Uuid;
  lines: CheckoutLine[];
  promoCodeId: Uuid | null;
  isOffer: boolean;
  isReservation: boolean;
}

/** Locks in the order of the ids, as payment requests and payments do. */
async function end(
  tx: Tx,
  organizationId: Uuid,
  condition: Sql,
  status: 'expired' | 'cancelled',
): Promise<EndedHold[]> {
  return tx.query<EndedHold>(sql`
    with ended as (
      select id from checkouts c where organization_id = ${organizationId} and ${condition} order by id for update)
    update checkouts c set status = ${status}, payment_started = false
     where c.organization_id = ${organizationId} and c.id = any(array(select id from ended))
    returning c.id as checkout_id, c.promo_code_id, c.is_offer, c.reservation_id is not null as is_reservation,
              ${checkoutLines(organizationId)}`);
}

/**
 * Ends overdue holds of an event. Those with a payment under way end only if they were overdue at `unansweredAt`, since
 * when the provider has never reported its end: a payment after that is late money. The event is locked.
 */
export async function expireOverdue(
  tx: Tx,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  { now, unansweredAt }: { now: Date; unansweredAt: Date },
): Promise<EndedHold[]> {
  return end(tx, organizationId, sql`event_id = ${eventId} and ${isToBeReleased(now, unansweredAt)}`, 'expired');
}

/** Condition on `checkouts c`: overdue at `now`, or at `unansweredAt` when a payment is under way. */
const isToBeReleased = (now: Date, unansweredAt: Date): Sql => sql`
  ${isLive} and expires_at <= ${now}
  and ((status = 'open' and not payment_started) or expires_at <= ${unansweredAt})`;

/** The seats of an event that are free although nothing has released them yet: their holds are overdue. */
export async function listOverdueSeats(db: Queryable, organizationId: Uuid, eventId: Uuid, now: Date) {
  return db.query<{ rowId: Uuid; place: number }>(sql`
    select s.row_id, s.place from checkouts c
      join seat_claims s on s.organization_id = c.organization_id and s.checkout_id = c.id and s.row_id is not null
     where c.organization_id = ${organizationId} and c.event_id = ${eventId} and ${isOverdue(now)}`);
}

/** How many places of each tier are free although nothing has released them yet: their holds are overdue. */
export async function listOverduePlaces(db: Queryable, organizationId: Uuid, eventId: Uuid, now: Date) {
  return db.query<{ tierId: Uuid; quantity: number }>(sql`
    select l.tier_id, sum(l.quantity)::int as quantity from checkouts c
      join checkout_lines l on l.organization_id = c.organization_id and l.checkout_id = c.id
     where c.organization_id = ${organizationId} and c.event_id = ${eventId} and ${isOverdue(now)}
     group by l.tier_id`);
}

/** How many uses of a promo code are held by checkouts whose time is over. */
export async function countOverdueUses(
  db: Queryable,
  { organizationId, eventId, promoCodeId }: { organizationId: Uuid; eventId: Uuid; promoCodeId: Uuid },
  now: Date,
): Promise<number> {
  const [row] = await db.query<{ uses: number }>(sql`
    select count(*) as uses from checkouts c
     where organization_id = ${organizationId} and event_id = ${eventId} and promo_code_id = ${promoCodeId}
       and ${isOverdue(now)}`);
  return row?.uses ?? 0;
}

/** See `endOpenHold`. */
export async function expireOne(tx: Tx, organizationId: Uuid, id: Uuid): Promise<EndedHold[]> {
  return end(tx, organizationId, sql`id = ${id} and status = 'open'`, 'expired');
}

/**
 * Ends one live hold for good, even while a payment is under way: money that still arrives is refunded. The event is
 * locked.
 */
export async function cancelOne(tx: Tx, organizationId: Uuid, id: Uuid): Promise<EndedHold[]> {
  return end(tx, organizationId, sql`id = ${id} and ${isLive}`, 'cancelled');
}

/** Ends every hold of a cancelled event. The event is locked. */
export async function cancelHolds(tx: Tx, organizationId: Uuid, eventId: Uuid): Promise<EndedHold[]> {
  return end(tx, organizationId, sql`event_id = ${eventId} and ${isLive}`, 'cancelled');
}

/** Most live holds that are read. More would cost too much for an answer that is valid for a tenth of a second. */
const MOST_HOLDS_READ = 200;

/**
 * When a place of this event is next freed by time alone: a hold ends, or has waited `unansweredMs` longer for its
 * payment. Never too late, but too early when many holds of other events end before, because only the first ones are
 * read. null: no current hold will free one. The event is locked.
 */
export async function findNextHoldEnd(
  tx: Tx,
  { organizationId, eventId, unansweredMs }: { organizationId: Uuid; eventId: Uuid; unansweredMs: number },
): Promise<Date | null> {
  const [row] = await tx.query<{ endsAt: Date | null }>(sql`
    with soonest as (
      select organization_id, event_id, status = 'open' and not payment_started as ends_by_itself, expires_at
        from checkouts c where ${isLive} order by expires_at limit ${MOST_HOLDS_READ})
    select least(
      (select min(case when ends_by_itself then expires_at
                       else expires_at + make_interval(secs => ${unansweredMs / 1000}) end)
         from soonest where organization_id = ${organizationId} and event_id = ${eventId}),
      (select max(expires_at) from soonest having count(*) = ${MOST_HOLDS_READ})) as ends_at`);
  return row?.endsAt ?? null;
}

/** Events with holds to release. Longest overdue first. */
export async function listEventsWithOverdueHolds(
  db: Queryable,
  { now, unansweredAt, except, most }: { now: Date; unansweredAt: Date; except: Uuid[]; most: number },
) {
  return db.query<{ organizationId: Uuid; eventId: Uuid }>(sql`
    select organization_id, event_id from checkouts c
     where ${isToBeReleased(now, unansweredAt)}
       and event_id <> all(${except}::uuid[])
     group by organization_id, event_id order by min(expires_at) limit ${most}`);
}
