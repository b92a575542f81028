import { toCentavo } from '../../api/to-centavo.ts';
import type { IconName } from '../../shell/icon.tsx';
import type { Status } from '../../table/status-badge.tsx';
import type { Mail, Order } from './order-queries.ts';

/** Something that happened to an order. */
export interface Happening {
  id: string;
  at: string;
  icon: IconName;
  what:
    | { kind: 'paid'; amount: number; method: string }
    | { kind: 'changed'; difference: number; moves: Order['changes'][number]['tickets'] }
    | { kind: 'refund'; amount: number; code: string; reason: string }
    | { kind: 'mail'; mail: Mail['kind']; to: string };
  status?: Status;
  problem?: string | null;
}

/** From the order and its e-mails, newest first. */
export function historyOf(order: Order, mails: Mail[]): Happening[] {
  const paid: Happening = {
    id: order.id,
    at: order.paid_at,
    icon: 'payments',
    what: { kind: 'paid', amount: paidAtFirst(order), method: order.payment_method },
  };
  const changes = order.changes.map(
    (change): Happening => ({
      id: change.id ?? change.created_at,
      at: change.created_at,
      icon: 'subscriptions',
      what: { kind: 'changed', difference: change.difference, moves: change.tickets },
    }),
  );
  const refunds = order.refunds.map(
    (refund): Happening => ({
      id: refund.id,
      at: refund.created_at,
      icon: 'refund',
      what: { kind: 'refund', amount: refund.amount, code: refund.reason_code, reason: refund.reason },
      status: refund.status,
      problem: refund.failure_reason,
    }),
  );
  const sent = mails.map(
    (mail): Happening => ({
      id: mail.id,
      at: mail.created_at,
      icon: 'mail',
      what: { kind: 'mail', mail: mail.kind, to: mail.recipient },
      status: mail.status,
      problem: mail.failure_reason,
    }),
  );
  return [...sent, ...refunds, ...changes.toReversed(), paid].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** What the order cost before its places changed. */
const paidAtFirst = ({ total_amount: total, changes }: Order): number =>
  toCentavo(changes.reduce((sum, { difference }) => sum - difference, total));
