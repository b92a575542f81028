import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';

/** Text of the statement that locks an event's row. Counting it shows whether there was a query. */
const LOCK = 'attendee_details from events';
/** Three times the size of a batch. */
const CROWD = 384;

describe('a sold-out event', () => {
  let office: BoxOffice;
  beforeEach(async () => {
    office = await openBoxOffice();
  });
  afterEach(() => office.close());

  const refused = { status: 409, code: 'sold_out', message: 'Sold out' };

  async function soldOut() {
    const event = await office.event({ capacity: 2 });
    const checkout = await office.checkout(event, { quantity: 2 });
    expect(await office.askCheckout(event, { quantity: 2 })).toMatchObject(refused);
    return { event, checkout };
  }

  test('answers later requests without a query for a tenth of a second', async () => {
    const { event } = await soldOut();
    const asked = countStatements(office, LOCK);
    expect(await office.askCheckout(event)).toMatchObject(refused);
    office.wait(0.099);
    expect(await office.askCheckout(event, { quantity: 2 })).toMatchObject(refused);
    expect(asked()).toBe(0);
    // More may be too many for one order.
    expect(await office.askCheckout(event, { quantity: 3 })).toMatchObject(refused);
    expect(asked()).toBe(1);
    office.wait(0.1);
    expect(await office.askCheckout(event)).toMatchObject(refused);
    expect(asked()).toBe(2);
  });

  test('makes one query for many simultaneous requests', async () => {
    const { event } = await soldOut();
    office.wait(0.1);
    const asked = countStatements(office, LOCK);
    const answers = await Promise.all(Array.from({ length: CROWD }, () => office.askCheckout(event)));
    expect(answers.filter(({ status, message }) => status === 409 && message === 'Sold out')).toHaveLength(CROWD);
    expect(asked()).toBe(1);
  });

  test('sells a freed place at once: its hold was ended', async () => {
    const { event, checkout } = await soldOut();
    expect(await office.call('POST', `/checkouts/${checkout.checkout_id}/expire`)).toMatchObject({ status: 200 });
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
  });

  test('sells a freed place at once: its hold expired', async () => {
    const { event, checkout } = await soldOut();
    office.wait((Date.parse(checkout.expires_at) - office.now().getTime() - 1) / 1000);
    expect(await office.askCheckout(event)).toMatchObject(refused);
    office.wait(0.001);
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
  });

  test('sells a freed place at once: its ticket was refunded', async () => {
    const event = await office.event({ capacity: 1 });
    const { ticketId } = await office.buy(event);
    expect(await office.askCheckout(event)).toMatchObject(refused);
    expect(await office.call('POST', `/tickets/${ticketId}/refund`)).toMatchObject({ status: 200 });
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
  });

  test('sells added places at once', async () => {
    const { event } = await soldOut();
    expect(await office.call('PUT', `/events/${event.id}`, { capacity: 3 })).toMatchObject({ status: 200 });
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
  });

  test('stays sold out when its only tier, which was smaller, is taken off sale', async () => {
    const event = await office.event({ capacity: 10 });
    await office.call('PUT', `/tiers/${event.tierId}`, { quantity_total: 1 });
    await office.buy(event);
    expect(await office.call('PUT', `/tiers/${event.tierId}`, { is_active: false })).toMatchObject({ status: 200 });
    expect((await office.call('GET', `/events/${event.id}`)).data).toMatchObject({ status: 'sold_out' });
    await office.expectConsistency();
  });

  test('answers another error once it is cancelled', async () => {
    const { event } = await soldOut();
    await office.call('PUT', `/events/${event.id}`, { status: 'cancelled' });
    expect(await office.askCheckout(event)).toMatchObject({
      status: 409,
      code: 'event_not_on_sale',
      message: 'Event is cancelled: tickets are not on sale',
    });
  });
});

/** How many statements with these words were sent in transactions since. */
function countStatements({ db }: BoxOffice, words: string): () => number {
  let count = 0;
  const { transaction } = db;
  db.transaction = (work) =>
    transaction((tx) =>
      work({
        ...tx,
        query(statement) {
          if (statement.text.includes(words)) count++;
          return tx.query(statement);
        },
      }),
    );
  return () => count;
}
