import sql from 'sql-template-tag';
import { type Queryable, type Tx, walkIndexes, write } from '../platform/database/database.ts';
import { insertAllInto } from '../platform/database/table.ts';
import { claimInTurns, roomFor } from '../platform/work/claim-in-turns.ts';
import type { Claim } from '../platform/work/claim-loop.ts';
import type { Round } from '../platform/work/waiting-organizations.ts';
import type { OrderMethod } from '../values/payment-method.ts';
import type { Uuid } from '../values/uuid.ts';
import type { RefundReason } from './refund-reason.ts';
import { type PaymentRow, paymentsTable, refundsTable } from './tables.ts';

/** In place of the provider of a payment that the organizer took. */
export const BY_HAND = 'by_hand';

export interface Payment extends Omit<PaymentRow, 'organizationId'> {
  method: OrderMethod;
}

/** The transaction rejects with a violation of `payments_counted_once`. */
export function insertPayments(tx: Tx, organizationId: Uuid, payments: Payment[]) {
  write(tx, insertAllInto(paymentsTable, { organizationId }, payments));
}

/** Whether this payment was recorded before. The caller holds the event's lock, as every writer of payments does. */
export async function hasPayment(tx: Tx, organizationId: Uuid, provider: string, providerPaymentId: string) {
  const rows = await tx.query(sql`
    select 1 from payments where organization_id = ${organizationId} and provider = ${provider}
       and provider_payment_id = ${providerPaymentId}`);
  return rows.length > 0;
}

/** Whether the organizer took money of the order, all of it or a difference. */
export async function hasPaymentByHand(db: Queryable, organizationId: Uuid, orderId: Uuid): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from payments
     where organization_id = ${organizationId} and order_id = ${orderId} and provider = ${BY_HAND} limit 1`);
  return rows.length > 0;
}

export interface OpenPayment {
  id: Uuid;
  orderId: Uuid;
  provider: string;
  method: OrderMethod;
  /** What was not refunded yet. */
  leftCentavos: number;
}

/** Payments of these orders, the oldest first; a free order has none. */
export async function listPaymentsOfOrders(db: Queryable, organizationId: Uuid, orderIds: Uuid[]) {
  return db.query<OpenPayment>(sql`
    select p.id, p.order_id, p.provider, p.method, p.amount_centavos - coalesce(
             (select sum(r.amount_centavos)::bigint from refunds r
               where r.organization_id = ${organizationId} and r.payment_id = p.id), 0) as left_centavos
      from payments p
     where p.organization_id = ${organizationId} and p.order_id = any(${orderIds}::uuid[])
     order by p.change_id is not null, p.id`);
}

export interface NewRefund {
  paymentId: Uuid;
  amountCentavos: number;
  /** The organizer gives the money back. */
  byHand: boolean;
}

/** What is given back by hand is noted as done, and no provider is asked. */
export function insertRefunds(
  tx: Tx,
  refunds: (NewRefund & { id: Uuid })[],
  {
    organizationId,
    reason,
    changeId,
    now,
  }: { organizationId: Uuid; reason: RefundReason; changeId: Uuid | null; now: Date },
) {
  const rows = refunds.map((refund) => ({
    ...refund,
    status: refund.byHand ? ('succeeded' as const) : ('pending' as const),
  }));
  const common = { organizationId, changeId, reason, nextTryAt: now, createdAt: now, updatedAt: now };
  write(tx, insertAllInto(refundsTable, common, rows));
}

export interface DueRefund {
  organizationId: Uuid;
  id: Uuid;
  amountCentavos: number;
  provider: string;
  providerPaymentId: string;
  /** null: the refund has to be requested. Otherwise the provider has accepted it and not finished it. */
  providerRefundId: string | null;
  /** How often it was requested. */
  tries: number;
  /** An earlier try may have been carried out. */
  isInDoubt: boolean;
  createdAt: Date;
  /** null: the money bought nothing. */
  orderId: Uuid | null;
  checkoutId: Uuid | null;
}

interface RefundClaim extends Omit<Claim<DueRefund>, 'inProgress'> {
  inProgress: readonly Pick<DueRefund, 'organizationId'>[];
  /** Kept from claim to claim. */
  round: Round;
  maxPerOrganization: number;
}

/**
 * Claims due refunds and sets their next attempt to the end of a lease. A refund without a provider id starts another
 * try, which may be carried out though its answer is lost. Organizations take turns: a refund does not wait behind
 * those of another organization's cancelled event.
 */
export async function claimDueRefunds(tx: Tx, claim: RefundClaim): Promise<DueRefund[]> {
  await walkIndexes(tx);
  const { now, limit, maxPerOrganization } = claim;
  const inProgress = claim.inProgress.map(({ organizationId }) => organizationId);
  return claimInTurns<Pick<DueRefund, 'organizationId' | 'id'> & { dueAt: Date }, DueRefund>({
    round: claim.round,
    inProgress,
    look: (after, rows) =>
      tx.query(sql`
        select organization_id from refunds where status = 'pending' and organization_id > ${after}
         order by organization_id, next_try_at limit ${rows}`),
    candidates: (organizationId) =>
      tx.query(sql`
        select organization_id, id, next_try_at as due_at from refunds
         where organization_id = ${organizationId} and status = 'pending' and next_try_at <= ${now}
         order by next_try_at limit ${roomFor(organizationId, inProgress, maxPerOrganization)}`),
    choose: (inTurn) => inTurn.slice(0, limit),
    claim: (organizationId, ids) => claimRefunds(tx, organizationId, ids, claim),
  });
}

async function claimRefunds(tx: Tx, organizationId: Uuid, ids: Uuid[], { now, leaseUntil }: RefundClaim) {
  return tx.query<DueRefund>(sql`
    with due as (
      select id, in_doubt from refunds
       where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and status = 'pending' and next_try_at <= ${now}
       order by id for update skip locked)
    update refunds r
       set tries = r.tries + case when r.provider_refund_id is null then 1 else 0 end, in_doubt = true, updated_at = ${now},
           next_try_at = ${leaseUntil}
      from due, payments p
     where r.organization_id = ${organizationId} and r.id = any(${ids}::uuid[]) and r.id = due.id
       and p.organization_id = ${organizationId} and p.id = r.payment_id
    returning r.organization_id, r.id, r.amount_centavos, p.provider, p.provider_payment_id, r.provider_refund_id, r.tries,
              due.in_doubt as is_in_doubt, r.created_at, p.order_id, p.checkout_id`);
}

/** The provider accepted the refund. Its progress is checked at `checkAgainAt`. */
export async function saveRefundAccepted(
  db: Queryable,
  refund: DueRefund,
  { providerRefundId, checkAgainAt, now }: { providerRefundId: string; checkAgainAt: Date; now: Date },
) {
  await db.query(sql`
    update refunds
       set provider_refund_id = ${providerRefundId}, next_try_at = ${checkAgainAt}, failure_reason = null, updated_at = ${now}
     where organization_id = ${refund.organizationId} and id = ${refund.id} and status = 'pending'`);
}

export async function saveRefundSucceeded(db: Queryable, refund: DueRefund, providerRefundId: string, now: Date) {
  await db.query(sql`
    update refunds set status = 'succeeded', provider_refund_id = ${providerRefundId}, failure_reason = null, updated_at = ${now}
     where organization_id = ${refund.organizationId} and id = ${refund.id} and status = 'pending'`);
}

/** The provider has accepted the refund, but its progress could not be read. */
export async function saveRefundUnknown(db: Queryable, refund: DueRefund, checkAgainAt: Date) {
  await db.query(sql`
    update refunds set next_try_at = ${checkAgainAt}
     where organization_id = ${refund.organizationId} and id = ${refund.id} and status = 'pending'`);
}

/** The refund is requested again at `retryAt`; null: that was the last try. */
export async function saveRefundFailure(
  db: Queryable,
  refund: DueRefund,
  { reason, isInDoubt, retryAt, now }: { reason: string; isInDoubt: boolean; retryAt: Date | null; now: Date },
) {
  await db.query(sql`
    update refunds
       set status = ${retryAt ? 'pending' : 'failed'}, provider_refund_id = null, failure_reason = ${reason}, in_doubt = ${isInDoubt},
           next_try_at = coalesce(${retryAt}::timestamptz, next_try_at), updated_at = ${now}
     where organization_id = ${refund.organizationId} and id = ${refund.id} and status = 'pending'`);
}

/** Refunds that no provider has accepted yet, in all organizations. */
export async function countPendingRefunds(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*) from refunds where status = 'pending' and provider_refund_id is null`);
  return row?.count ?? 0;
}

/**
 * The provider reports a change of these refunds: makes them due, so that `send-refunds.ts` asks about them in its next
 * round. Refunds that are finished, unknown or not yet accepted stay as they are, so that webhooks cannot make us ask
 * more often than we would.
 */
export async function markRefundsDue(db: Queryable, organizationId: Uuid, refundIds: Uuid[], now: Date) {
  await db.query(sql`
    update refunds set next_try_at = ${now}
     where organization_id = ${organizationId} and id = any(${refundIds}::uuid[])
       and status = 'pending' and provider_refund_id is not null`);
}

/** Why a payment of this checkout is refunded, for a buyer who opens its page again. */
export async function findRefundReason(
  db: Queryable,
  organizationId: Uuid,
  checkoutId: Uuid,
): Promise<RefundReason | null> {
  const [row] = await db.query<{ reason: RefundReason }>(sql`
    select r.reason from payments p
      join refunds r on r.organization_id = p.organization_id and r.payment_id = p.id
     where p.organization_id = ${organizationId} and p.checkout_id = ${checkoutId} and p.order_id is null
     order by r.id desc limit 1`);
  return row?.reason ?? null;
}
