import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openBoxOffice } from '../fixtures/box-office.ts';
import { begin, untilSessionWaits } from './open-transaction.ts';

/** More than the connections of the pool. */
const BUYERS = 20;

/** On PostgreSQL only: the embedded database has one session. */
test('a request that waits for a locked event does not delay requests for other events', async () => {
  const office = await openBoxOffice();
  const [locked, other] = [await office.event(), await office.event()];
  const orders = await Promise.all(Array.from({ length: BUYERS }, () => office.buy(locked)));
  const commit = await begin(office.db, sql`select from events where id = ${locked.id} for update`);
  let answered = 0;
  const refunds = orders.map(async ({ orderId }) => {
    const { status } = await office.call('POST', `/orders/${orderId}/refund`);
    answered++;
    return status;
  });
  await untilSessionWaits(office.db);
  expect(await office.askCheckout(other)).toMatchObject({ status: 201 });
  expect(answered).toBe(0);
  await commit();
  expect(await Promise.all(refunds)).toEqual(orders.map(() => 200));
  await office.close();
});
