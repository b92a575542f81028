import sql, { raw } from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { sendMessages, TICKETS_PER_STEP } from '../../src/messages/send-messages.ts';
import type { Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';

/** Orders of this many tickets, each with guests of its own and one that all orders have in common. */
const GUESTS = 70;
const ORDERS = Math.ceil((2.5 * TICKETS_PER_STEP) / GUESTS);
const RUNS = 12;

const NO_UNIQUE_ADDRESS: Sabotage = [
  [
    `on conflict (organization_id, message_id, lower(recipient))
      where message_id is not null and recipient <> 'erased@erased.invalid' do nothing`,
    '',
  ],
];
/** A step that ends in the middle of an order goes on with the next order. */
const NO_PLACE_IN_ORDER: Sabotage = [['or t.position > ', 'and t.position < 0 and 0 <> ']];

describe('a message to more people than a step takes', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  async function sold(sabotage: Sabotage = []) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    const event = await office.event({ capacity: 10_000 });
    const expected = new Set(['buyer@example.com', 'friend@example.com']);
    for (let order = 0; order < ORDERS; order++) {
      const guests = Array.from({ length: GUESTS - 1 }, (_, guest) => `guest-${order}-${guest}@example.com`);
      for (const address of guests) expected.add(address);
      await office.call('POST', '/orders', {
        event_id: event.id,
        items: [{ quantity: GUESTS }],
        customer: { name: 'Buyer', email: 'buyer@example.com' },
        attendees: ['Friend@example.com', ...guests].map((email) => ({ name: 'Guest', email })),
        payment_method: 'CASH',
      });
    }
    await office.call('POST', `/events/${event.id}/messages`, { subject: 'Gates', text: 'They open at five.' });
    return { expected };
  }

  /** Instances that take steps at the same time, again and again, as their mails are sent. */
  async function send() {
    for (let run = 0; run < RUNS; run++) {
      await Promise.all([office.parts.db, { ...office.parts.db }].map((db) => sendMessages(db, office.now())));
      await office.db.query(sql`
        update mails set status = 'sent', sent_at = ${office.now()}, next_attempt_at = null where kind = 'message'`);
    }
  }
  const recipients = async () =>
    (
      await office.db.query<{ recipient: string }>(
        sql`select lower(recipient) as recipient from mails where kind = 'message'`,
      )
    ).map(({ recipient }) => recipient);

  test('goes to each address once, whatever instances work on it and wherever they crash', async () => {
    const { expected } = await sold();
    // After the mails of the first step were recorded, and before its position is.
    for (const crash of ['after_paid_at =', 'update message_allowances set written']) {
      office.breakDatabase(crash);
      await expect(sendMessages(office.parts.db, office.now())).rejects.toThrow('broken');
      expect(await recipients()).toEqual([]);
    }
    office.mendDatabase();
    await send();
    const reached = await recipients();
    expect(reached).toHaveLength(expected.size);
    expect(reached.filter((address) => !expected.has(address))).toEqual([]);
    expect(new Set(reached).size).toBe(expected.size);
  });

  control('without the unique address, people in several orders get it again', async () => {
    const { expected } = await sold(NO_UNIQUE_ADDRESS);
    await office.db.query(sql`drop index ${raw('mails_one_per_message')}`);
    await send();
    expect(office.sabotageUsed()).toBe(true);
    expect((await recipients()).length).toBeGreaterThan(expected.size);
  });

  control('without the place in the order, the rest of an order is forgotten', async () => {
    const { expected } = await sold(NO_PLACE_IN_ORDER);
    await send();
    expect(office.sabotageUsed()).toBe(true);
    expect((await recipients()).length).toBeLessThan(expected.size);
  });
});
