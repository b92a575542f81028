import { expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { csvRows } from '../readers/csv-lines.ts';

const office = await useBoxOffice();
const MARIA = { name: 'Maria Cruz', email: 'maria@example.com' };

interface Order {
  id: string;
  order_number: string;
}

async function buyTwo() {
  const event = await office.event({ price: 100 });
  const [first, second] = [await office.buy(event, { customer: MARIA }), await office.buy(event, { quantity: 2 })];
  const order = (await office.call<Order>('GET', `/orders/${first.orderId}`)).data;
  return { event, first, second, number: order.order_number };
}

const found = async (q: string) =>
  (await office.call<{ orders: Order[] }>('GET', `/orders?q=${encodeURIComponent(q)}`)).data.orders.map(({ id }) => id);

test('an order has a number in the API, in CSV, in the mail, on the page of its tickets and in search', async () => {
  const { event, first, second, number } = await buyTwo();
  expect(number).toMatch(/^TK-[2-9A-HJ-KMNP-TV-Z]{4}-[2-9A-HJ-KMNP-TV-Z]{4}$/);
  const checkout = await office.call('GET', `/checkouts/${first.checkoutId}`);
  expect(checkout.data).toMatchObject({ order_id: first.orderId, order_number: number });
  expect((await office.call('GET', `/tickets/${first.ticketId}`)).data).toMatchObject({ order_number: number });
  const attendees = await office.call<{ attendees: { ticket_id: string; order_number: string }[] }>(
    'GET',
    `/events/${event.id}/attendees`,
  );
  expect(attendees.data.attendees.find(({ ticket_id }) => ticket_id === first.ticketId)?.order_number).toBe(number);
  const orders = csvRows((await office.call('GET', `/orders.csv?event_id=${event.id}`)).body);
  expect(orders.find(({ id }) => id === first.orderId)?.order_number).toBe(number);
  const tickets = csvRows((await office.call('GET', `/events/${event.id}/attendees.csv`)).body);
  expect(tickets.map(({ order_number }) => order_number).filter((value) => value === number)).toHaveLength(1);

  const bare = number.replaceAll('-', '');
  for (const q of [number, number.toLowerCase(), bare, bare.toLowerCase(), number.slice(3), bare.slice(2)])
    expect(await found(q), q).toEqual([first.orderId]);
  expect(await found(number.slice(0, 9))).toContain(first.orderId);
  expect(await found('TK-')).toEqual([]);
  const listed = await office.call<{ attendees: { ticket_id: string }[]; meta: { total: number } }>(
    'GET',
    `/events/${event.id}/attendees?q=${number.toLowerCase()}`,
  );
  expect(listed.data.attendees.map(({ ticket_id }) => ticket_id)).toEqual([first.ticketId]);
  expect(second.orderId).not.toBe(first.orderId);
});

test('the number of another organization finds nothing', async () => {
  const { number } = await buyTwo();
  const answer = await office.others.get(`/orders?q=${number}`);
  expect(answer.body.data.orders).toEqual([]);
});
