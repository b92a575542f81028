import sql from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { sendMessages } from '../../src/messages/send-messages.ts';
import { passTicketOn } from '../../src/tickets/change-holder.ts';
import { heldAt } from '../databases/held-at.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { untilSessionWaits } from './open-transaction.ts';

let office: BoxOffice;
afterEach(() => office.close());

/** A step of a message has locked the checkout of a ticket, and not yet recorded its mails. @returns how it goes on */
async function beginMessage() {
  office = await openBoxOffice();
  const event = await office.event({ price: 100 });
  const order = await office.buy(event, {
    customer: { name: 'Ana Reyes', email: 'ana@example.com' },
    attendees: [{ name: 'Ben Cruz', email: 'ben@example.com' }],
  });
  await office.call('POST', `/events/${event.id}/messages`, { subject: 'Gates', text: 'They open at five.' });
  const { held, reached, goOn } = heldAt(office.db, 'order by id for share', { when: 'after' });
  const step = sendMessages(held, office.now());
  await reached;
  return { event, order, step, goOn };
}

test('a ticket is passed on while a step of a message is taken', async () => {
  const { event, order, step, goOn } = await beginMessage();
  const passedOn = passTicketOn(office.db, {
    organizationId: office.organizationId,
    orderId: order.orderId,
    ticketId: order.ticketId,
    eventId: event.id,
    mailDirectory: '/nowhere',
    attendee: { name: 'Carla Diaz', email: 'carla@example.com' },
    revision: 1,
    now: office.now(),
  });
  const outcomes = Promise.allSettled([step, passedOn]);
  await untilSessionWaits(office.db);
  goOn();
  expect((await outcomes).map(({ status }) => status)).toStrictEqual(['fulfilled', 'fulfilled']);
});

test('control: both wait for each other when the ticket changes before its checkout is locked', async () => {
  const { order, step, goOn } = await beginMessage();
  const changed = office.db.transaction(async (tx) => {
    await tx.query(sql`update tickets set ticket_number = 'AAAAA-AAAAA' where id = ${order.ticketId}`);
    await tx.query(sql`
      select from checkouts c join orders o on o.checkout_id = c.id where o.id = ${order.orderId} for update of c`);
  });
  const outcomes = Promise.allSettled([step, changed]);
  await untilSessionWaits(office.db);
  goOn();
  const deadlock = expect.objectContaining({ message: expect.stringContaining('deadlock') });
  expect(await outcomes).toContainEqual(expect.objectContaining({ reason: deadlock }));
});
