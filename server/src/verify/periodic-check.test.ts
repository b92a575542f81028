import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice } from '../../test/fixtures/box-office.ts';
import type { Database } from '../platform/database/database.ts';
import { consistencyChecked, invariantsBroken } from '../platform/metrics/service-metrics.ts';
import { consistencyTask } from './periodic-check.ts';

const EVERY_SECONDS = 900;

describe('the periodic consistency check', () => {
  let office: BoxOffice;
  const lines: object[] = [];
  beforeEach(async () => {
    lines.length = 0;
    office = await openBoxOffice({ spoilt: true });
    await office.buy(await office.event(), { quantity: 2 });
  });
  afterEach(() => office.close());

  /** One of several instances on the same database; counts the transactions of its checks. */
  function instance({
    isRush = () => false,
    beforeQuestion = async () => {},
  }: {
    isRush?: () => boolean;
    beforeQuestion?: () => Promise<void>;
  } = {}) {
    const asked = { questions: 0 };
    const db: Database = {
      ...office.db,
      async transaction(work) {
        asked.questions += 1;
        await beforeQuestion();
        return office.db.transaction(work);
      },
    };
    const log = {
      error: (line: object, message: string) => lines.push({ ...line, message }),
    } as unknown as FastifyBaseLogger;
    const task = consistencyTask(
      { db, clock: { now: office.now }, isRush, pause: (_ms, signal) => turn(null, { signal }) },
      log,
    );
    return { asked, run: (signal = new AbortController().signal) => task.run(signal) };
  }

  test('runs in one instance at a time, once in 15 minutes', async () => {
    const [one, two] = [instance(), instance()];
    await Promise.all([one.run(), two.run()]);
    expect([one.asked.questions, two.asked.questions].toSorted((a, b) => a - b)).toEqual([0, expect.any(Number)]);
    const questions = one.asked.questions + two.asked.questions;
    office.wait(EVERY_SECONDS - 1);
    await two.run();
    expect(one.asked.questions + two.asked.questions).toBe(questions);
    office.wait(1);
    await two.run();
    expect(one.asked.questions + two.asked.questions).toBeGreaterThan(1.5 * questions);
  });

  test('is continued by another instance when the first one stops or dies', async () => {
    const whole = instance();
    await whole.run();
    for (const end of ['stops', 'dies']) {
      office.wait(EVERY_SECONDS);
      const stopping = new AbortController();
      let left = Math.floor(whole.asked.questions * 0.75);
      const first = instance({
        async beforeQuestion() {
          if (left-- > 0) return;
          if (end === 'dies') throw new Error('died');
          stopping.abort();
        },
      });
      await expect(first.run(stopping.signal)).rejects.toThrow(end === 'dies' ? 'died' : 'aborted');
      // A process that died cannot release its claim: it has to expire.
      if (end === 'dies') office.wait(EVERY_SECONDS);
      const second = instance();
      await second.run();
      expect(second.asked.questions, end).toBeGreaterThan(0);
      expect(second.asked.questions, end).toBeLessThan(whole.asked.questions * 0.6);
    }
  });

  test('waits while buyers are queueing', async () => {
    let isRush = true;
    const waiting = instance({ isRush: () => isRush });
    const checked = waiting.run();
    await expect.poll(() => waiting.asked.questions).toBe(0);
    isRush = false;
    await checked;
    expect(waiting.asked.questions).toBeGreaterThan(0);
  });

  test('reports violations with ids in the log, and in the metrics of every instance until they are fixed', async () => {
    await instance().run();
    expect(lines).toEqual([]);
    await office.db.query(sql`update orders set customer_name = 'Somebody Else'`);
    office.wait(EVERY_SECONDS);
    await instance().run();
    const [{ row } = {}] = await office.db.query<{ row: object }>(sql`
      select json_build_object('organization_id', organization_id, 'order_id', id, 'checkout_id', checkout_id) as row
        from orders`);
    const description =
      'an order has the customer, the quantity, the price, the discount and the promo code of its checkout';
    expect(lines).toEqual([
      {
        violations: [{ description, rows: [row] }],
        message: 'consistency check failed: run `npx takilya verify` for the rows',
      },
    ]);
    invariantsBroken.set(0);
    consistencyChecked.set(0);
    await instance().run();
    expect(await figures()).toEqual({ broken: 1, checkedAt: office.now().getTime() / 1_000 });
    // A month later, the order is no longer new.
    office.wait(30 * 86_400);
    await office.db.query(
      sql`update orders o set customer_name = c.customer_name from checkouts c where c.id = o.checkout_id`,
    );
    await instance().run();
    expect(await figures()).toEqual({ broken: 0, checkedAt: office.now().getTime() / 1_000 });
    expect(lines).toHaveLength(1);
  });
});

async function figures() {
  const [broken, checked] = await Promise.all([invariantsBroken.get(), consistencyChecked.get()]);
  return { broken: broken.values[0]?.value, checkedAt: checked.values[0]?.value };
}
