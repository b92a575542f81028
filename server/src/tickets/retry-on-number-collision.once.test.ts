import { expect, test } from 'vitest';
import { retryOnNumberCollision } from './retry-on-number-collision.ts';

const taken = (constraint: string) => Object.assign(new Error('duplicate key'), { code: '23505', constraint });

/** A transaction that fails so often before it succeeds. */
function failing(times: number, constraint = 'tickets_one_number') {
  const tries = { count: 0 };
  const transaction = async () => {
    if (tries.count++ < times) throw taken(constraint);
    return 'done';
  };
  return { tries, transaction };
}

test.each(['tickets_one_number', 'orders_one_number'])(
  'repeats the transaction when %s is violated',
  async (constraint) => {
    const { tries, transaction } = failing(4, constraint);
    expect(await retryOnNumberCollision(transaction)).toBe('done');
    expect(tries.count).toBe(5);
  },
);

test('gives up when numbers are taken again and again', async () => {
  const { tries, transaction } = failing(1_000);
  await expect(retryOnNumberCollision(transaction)).rejects.toThrow('duplicate key');
  expect(tries.count).toBe(5);
});

test('does not repeat the transaction after other errors', async () => {
  const { tries, transaction } = failing(1, 'orders_one_per_checkout');
  await expect(retryOnNumberCollision(transaction)).rejects.toThrow('duplicate key');
  expect(tries.count).toBe(1);
});
