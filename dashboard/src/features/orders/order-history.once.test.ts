import { expect, test } from 'vitest';
import { historyOf } from './order-history.ts';
import type { Mail, Order } from './order-queries.ts';

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 12, minute)).toISOString();
const mail = { id: 'mail', kind: 'tickets', recipient: 'ana@example.com', status: 'failed', created_at: at(1) };
const refund = {
  id: 'refund',
  amount: 100,
  status: 'pending',
  reason: 'x',
  reason_code: 'requested',
  created_at: at(5),
};

test('an order’s history begins with the payment, and says what failed', () => {
  const order = {
    id: 'order',
    paid_at: at(0),
    total_amount: 300,
    payment_method: 'GCASH',
    refunds: [refund],
    changes: [],
  };
  const history = historyOf(order as unknown as Order, [{ ...mail, failure_reason: 'mailbox full' } as Mail]);
  expect(history.map(({ id }) => id)).toEqual(['refund', 'mail', 'order']);
  expect(history[1]).toMatchObject({ what: { kind: 'mail', to: 'ana@example.com' }, problem: 'mailbox full' });
  expect(history[2]).toMatchObject({ what: { kind: 'paid', amount: 300, method: 'GCASH' } });
});

test('the payment is what the order cost before its places changed', () => {
  const changes = [
    { id: 'up', difference: 100.1, tickets: [], created_at: at(2) },
    { id: 'down', difference: -50, tickets: [], created_at: at(2) },
  ];
  const order = { id: 'order', paid_at: at(0), total_amount: 350.1, payment_method: 'CASH', refunds: [], changes };
  const history = historyOf(order as unknown as Order, []);
  expect(history.map(({ id }) => id)).toEqual(['down', 'up', 'order']);
  expect(history[2]).toMatchObject({ what: { amount: 300 } });
});
