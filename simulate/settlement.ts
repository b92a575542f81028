import sql from 'sql-template-tag';
import { BY_HAND } from '../server/src/payments/queries.ts';
import type { RefundReason } from '../server/src/payments/refund-reason.ts';
import type { Queryable } from '../server/src/platform/database/database.ts';
import type { Confirmed } from './confirmed.ts';
import { type ProviderLedger, refundedTotalOf, type Session } from './provider-ledger.ts';
import { Violation } from './violation.ts';

interface PaymentRow {
  providerPaymentId: string;
  checkoutId: string;
  amountCentavos: number;
  orderId: string | null;
  orderStatus: string | null;
  totalCentavos: number | null;
  refundedCentavos: number | null;
  /** Worth of the order's valid and used tickets. */
  worthCentavos: number;
  /** What the organizer took for the order, less what the organizer gave back. */
  byHandCentavos: number;
  reason: RefundReason | null;
  refusedAt: Date | null;
}

/**
 * Compares the provider's records with ours: every peso bought a ticket or was refunded. An order that was changed at
 * the window has money by hand, too. @throws Violation
 */
export async function expectMoneyAccounted(db: Queryable, provider: ProviderLedger, confirmed: Confirmed) {
  const payments = new Map((await listPayments(db)).map((row) => [row.providerPaymentId, row]));
  for (const session of provider.sessions.values()) {
    if (!session.payment) continue;
    const row = payments.get(session.payment.id);
    payments.delete(session.payment.id);
    if (!row) throw new Violation('the provider took money that is in no book of ours', session);
    const sentBack = refundedTotalOf(session);
    const kept = session.payment.amountCentavos - sentBack;
    if (row.amountCentavos !== session.payment.amountCentavos || kept + row.byHandCentavos !== row.worthCentavos)
      throw new Violation('a payment neither bought a ticket nor was refunded', { session, sentBack, row });
    if (row.orderId === null) expectFairRefusal(session, row, confirmed);
  }
  if (payments.size > 0) throw new Violation('more payments were counted than were made', [...payments.values()]);
}

const TEN_MINUTES_MS = 600_000;
const CAME_TOO_LATE: readonly RefundReason[] = ['sold_to_others', 'promo_code_used_up'];

/** A buyer who paid during the hold has tickets, unless the payment could not be read for ten minutes. */
function expectFairRefusal(session: Session, row: PaymentRow, confirmed: Confirmed) {
  const hold = confirmed.holds.get(row.checkoutId);
  if (!hold || hold.expiryAsked || !session.payment || row.refusedAt === null) return;
  const inTime = session.payment.paidAtMs < hold.expiresAtMs;
  const heardInTime = row.refusedAt.getTime() < hold.expiresAtMs + TEN_MINUTES_MS;
  if (row.reason !== null && CAME_TOO_LATE.includes(row.reason) && inTime && heardInTime)
    throw new Violation('a payment in time was refunded as too late', { session, hold, row });
}

/** Payments through the provider, at most one of each order, with what its tickets cost now. */
async function listPayments(db: Queryable) {
  const rows = await db.query<PaymentRow>(sql`
    select p.provider_payment_id, p.checkout_id, p.amount_centavos, p.order_id, o.status as order_status, o.total_centavos,
           o.refunded_centavos, r.reason, r.created_at as refused_at,
           (select coalesce(sum(t.amount_centavos), 0) from tickets t where t.organization_id = p.organization_id
               and t.order_id = p.order_id and t.status in ('valid', 'used')) as worth_centavos,
           (select coalesce(sum(m.amount_centavos), 0) from payments m where m.organization_id = p.organization_id
               and m.order_id = p.order_id and m.provider = ${BY_HAND}) -
           (select coalesce(sum(b.amount_centavos), 0) from payments m
              join refunds b on b.organization_id = m.organization_id and b.payment_id = m.id and b.by_hand
             where m.organization_id = p.organization_id and m.order_id = p.order_id) as by_hand_centavos
      from payments p
      left join orders o on o.organization_id = p.organization_id and o.id = p.order_id
      left join refunds r on r.organization_id = p.organization_id and r.payment_id = p.id and p.order_id is null
     where p.provider <> ${BY_HAND}`);
  return rows;
}
