import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { NO_EVENT_LOCK, type Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';
import { begin, untilSessionWaits } from './open-transaction.ts';

/** On PostgreSQL only: the embedded database has one session. */
describe('a fee that is raised while the refund waits for the event', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  /** The buyer agrees to get 90 of 100 back. @returns the page after the press, and what was refunded */
  async function raise(sabotage: Sabotage = []) {
    office = await openBoxOffice({ sabotage });
    const event = await office.event({ price: 100, refund_rule: { allowed: 'automatic', fee_percent: 10 } });
    const { orderId } = await office.buy(event);
    const url = String((await office.call('GET', `/orders/${orderId}`)).data.tickets_url);
    const agreed = await office.browser.submit(await office.browser.open(`${url}/refund`));
    const commit = await begin(office.db, sql`update events set refund_fee_percent = 50 where id = ${event.id}`);
    const pressed = office.browser.submit(agreed);
    await untilSessionWaits(office.db);
    await commit();
    const { text } = await pressed;
    return { text, refunded: (await office.refunds()).map(({ amountCentavos }) => amountCentavos) };
  }

  test('is asked about again, and nothing is refunded until then', async () => {
    const { text, refunded } = await raise();
    expect(text).toContain('You get ₱50.00 back. The organizer keeps ₱50.00.');
    expect(refunded).toEqual([]);
  });

  control('without the event’s lock the fee of before is kept', async () => {
    expect((await raise(NO_EVENT_LOCK)).refunded).toEqual([90_00]);
    expect(office.sabotageUsed()).toBe(true);
  });
});
