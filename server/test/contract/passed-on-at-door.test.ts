import { afterAll, beforeAll, expect, test } from 'vitest';
import { companionsOf } from '../../../dashboard/src/door/at-point.ts';
import type { Door, DoorTicket } from '../../../dashboard/src/door/door.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';

let office: MailOffice;
beforeAll(async () => {
  office = await openMailOffice();
});
afterAll(() => office.closeAll());

test('a door offers to admit a family together, without the ticket that was passed on to somebody else', async () => {
  const event = await office.event({ price: 100 });
  const { orderId, ticketIds } = await office.buy(event, { quantity: 3 });
  const [shown = '', sold = '', familys = ''] = ticketIds;
  const url = String((await office.call('GET', `/orders/${orderId}`)).data.tickets_url);
  const asked = await office.browser.submit(await office.browser.open(`${url}/tickets/${sold}`), {
    press: 'Continue',
    fields: { name: 'Ben Cruz', email: 'ben@example.com' },
  });
  await office.browser.submit(asked, { press: 'Pass the ticket on' });

  const { data } = await office.call<Door & { tickets: DoorTicket[] }>('GET', `/events/${event.id}/door`);
  const tickets = new Map(data.tickets.map((ticket) => [ticket.id, ticket]));
  const gate = { event: data.event, list: null, direction: 'in' } as const;
  const offeredWith = (id: string) => companionsOf({ tickets }, id, gate, new Map()).map((one) => one.id);
  expect(offeredWith(shown)).toEqual([familys]);
  expect(offeredWith(sold)).toEqual([]);
});
