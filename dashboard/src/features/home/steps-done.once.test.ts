import { expect, test } from 'vitest';
import { stepsDone } from './steps-done.ts';

const done = { brand: true, payment_account: false, event: true, published: true, sold: false };
const missed = { kind: 'no_payment_account' as const, count: 1, id: null, name: null, since: null };

test('payments are done with an account, or when nothing on sale needs one', () => {
  expect(stepsDone({ set_up: done, needs_attention: [missed] }).payments).toBe(false);
  expect(stepsDone({ set_up: done, needs_attention: [] })).toEqual({
    brand: true,
    payments: true,
    event: true,
    publish: true,
    share: false,
  });
  expect(stepsDone({ set_up: { ...done, published: false }, needs_attention: [] }).payments).toBe(false);
  expect(stepsDone({ set_up: { ...done, payment_account: true }, needs_attention: [missed] }).payments).toBe(true);
});
