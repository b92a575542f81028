import { afterAll, beforeAll, expect, test } from 'vitest';
import { companionsOf } from '../../../dashboard/src/door/at-point.ts';
import type { Door, DoorTicket } from '../../../dashboard/src/door/door.ts';
import { findGuests } from '../../../dashboard/src/door/find-guests.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';

let office: MailOffice;
beforeAll(async () => {
  office = await openMailOffice();
});
afterAll(() => office.closeAll());

async function passOn(orderId: string, ticketId: string, to: { name: string; email: string }) {
  const url = String((await office.call('GET', `/orders/${orderId}`)).data.tickets_url);
  const page = await office.browser.open(`${url}/tickets/${ticketId}`);
  const asked = await office.browser.submit(page, { press: 'Continue', fields: to });
  await office.browser.submit(asked, { press: 'Pass the ticket on' });
}

async function openDoor(eventId: string) {
  const { data } = await office.call<Door & { tickets: DoorTicket[] }>('GET', `/events/${eventId}/door`);
  return { event: data.event, tickets: new Map(data.tickets.map((ticket) => [ticket.id, ticket])) };
}

const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };

test('a door offers to admit a family together, without the ticket that was passed on to somebody else', async () => {
  const event = await office.event({ price: 100 });
  const { orderId, ticketIds } = await office.buy(event, { quantity: 3 });
  const [shown = '', sold = '', familys = ''] = ticketIds;
  await passOn(orderId, sold, BEN);
  const door = await openDoor(event.id);
  const gate = { event: door.event, list: null, direction: 'in' } as const;
  const offeredWith = (id: string) => companionsOf(door, id, gate, new Map()).map((one) => one.id);
  expect(offeredWith(shown)).toEqual([familys]);
  expect(offeredWith(sold)).toEqual([]);
});

test('a door finds a ticket that was passed on by the name of its holder, and not by that of the buyer', async () => {
  const event = await office.event({ price: 100 });
  const { orderId, ticketId } = await office.buy(event, { customer: { name: 'Ana Reyes', email: 'ana@example.com' } });
  await passOn(orderId, ticketId, BEN);
  const door = await openDoor(event.id);
  expect(findGuests(door, 'Ben Cruz').map(({ id }) => id)).toEqual([ticketId]);
  expect(findGuests(door, 'Ana Reyes')).toEqual([]);
});
