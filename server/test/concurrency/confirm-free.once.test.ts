import sql, { type Sql } from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { begin, untilSessionWaits } from './open-transaction.ts';

/** On PostgreSQL only: the embedded database has one session. */
describe('a free checkout that changes while its confirmation waits for the event', () => {
  let office: BoxOffice;
  beforeEach(async () => {
    office = await openBoxOffice();
  });
  afterEach(() => office.close());

  /** @param change of the only checkout, in a transaction that has locked the event */
  async function confirmDuring(change: Sql) {
    const checkout = await office.checkout(await office.event({ price: 0 }));
    const page = await office.browser.open(checkout.checkout_url);
    const commit = await begin(
      office.db,
      sql`with event as (select from events for update), held as (${change})
      select from event, held`,
    );
    const pressed = office.browser.submit(page);
    await untilSessionWaits(office.db);
    await commit();
    return { after: await pressed, state: await office.stateOf(checkout.checkout_id) };
  }

  test('is shown again when the buyer is another one', async () => {
    const { after, state } = await confirmDuring(
      sql`update checkouts set customer_email = 'eve@example.com' returning 1`,
    );
    expect(after).toMatchObject({ status: 409, text: expect.stringContaining('eve@example.com') });
    expect(state).toMatchObject({ status: 'open' });
  });

  test('is shown as it is when its time is over', async () => {
    const { after, state } = await confirmDuring(sql`update checkouts set expires_at = ${office.now()} returning 1`);
    expect(after).toMatchObject({ status: 410, forms: [] });
    expect(state).toMatchObject({ status: 'expired' });
  });
});
