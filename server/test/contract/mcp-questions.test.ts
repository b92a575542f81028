import { expect, test } from 'vitest';
import { cancelEvent } from '../../../mcp/tools/cancel-event.ts';
import { findEvents } from '../../../mcp/tools/events.ts';
import { publishEvent } from '../../../mcp/tools/publish-event.ts';
import { refundOrder } from '../../../mcp/tools/refund-order.ts';
import { openAssistant } from '../fixtures/assistant.ts';
import type { EventData } from '../fixtures/test-service.ts';

test('publish_event says that a tier is on sale only if it is', async () => {
  const { service, call, asked } = await openAssistant();
  const draft = await service.draft({ title: 'Gala', capacity: 100, ticket_price: 350 });
  const sponsors = await service.addTier(draft, { name: 'Sponsors', price: 0, quantity_total: 10 });
  expect((await service.ours.put(`/tiers/${sponsors.id}`, { is_active: false })).status).toBe(200);
  await call(publishEvent, { event_id: draft.id });
  expect(asked[0]).toContain('On sale: 100 × “General Admission” at ₱350.00.\n');

  expect((await service.ours.put(`/tiers/${draft.ticket_tiers[0]?.id}`, { is_active: false })).status).toBe(200);
  await call(publishEvent, { event_id: draft.id });
  expect(asked[1]).toContain('On sale: nothing.\n');
});

test('publish_event says when sales begin, which tiers are hidden, and none whose sales are over', async () => {
  const { service, call, asked } = await openAssistant();
  const draft = await service.draft({ title: 'Gala', capacity: 100, ticket_price: 350 });
  const tier = draft.ticket_tiers[0]?.id;
  const sell = async (fields: object) => {
    expect((await service.ours.put(`/tiers/${tier}`, fields)).status).toBe(200);
    await call(publishEvent, { event_id: draft.id });
    return asked.at(-1);
  };
  const begins = 'from Monday, 8 February 2027 at 12:00 (Asia/Manila).';
  expect(await sell({ sales_start_datetime: service.daysFromNow(7) })).toMatch(
    `at ₱350.00, ${begins}\nEveryone with the link can see it, and buy ${begins}`,
  );
  service.wait(8 * 86_400);
  expect(await sell({ hidden: true })).toMatch('at ₱350.00, hidden.\nEveryone with the link can see it.');
  expect(await sell({ hidden: false, sales_end_datetime: service.daysFromNow(-0.5) })).toMatch(
    'On sale: nothing.\nEveryone with the link can see it.',
  );
});

test('cancel_event counts add-ons among the tickets that will be cancelled, and none that is used', async () => {
  const { service, call, asked } = await openAssistant();
  const event = await service.event({ title: 'Gala', capacity: 100, ticket_price: 350 });
  const parking = await service.addTier(event, { name: 'Parking', price: 100, quantity_total: 10, admission: false });
  const sale = { event_id: event.id, customer: { email: 'ana@example.com' }, payment_method: 'CASH' };
  const items = [
    { quantity: 2, tier_id: event.ticket_tiers[0]?.id },
    { quantity: 2, tier_id: parking.id },
  ];
  const sold = await service.ours.post<{ ticket_ids: string[] }>('/orders', { ...sale, items });
  expect((await service.ours.post(`/tickets/${sold.body.data.ticket_ids[0]}/check-in`)).status).toBe(200);
  await call(cancelEvent, { event_id: event.id });
  expect(asked[0]).toContain('3 valid tickets will be cancelled, and the buyers are refunded: at most ₱900.00');
});

test('refund_order finds tickets by ids in capital letters, too', async () => {
  const { service, call, asked } = await openAssistant();
  const { order_id, ticket_ids } = await service.buy(await service.event());
  await call(refundOrder, { order_id, ticket_ids: ticket_ids.map((id) => id.toUpperCase()) });
  expect(asked[0]).toContain('1 ticket of “Night Market” will be invalid');
});

interface Found {
  events: EventData[];
  has_more: boolean;
  all_searched: boolean;
}

test('find_events by title reaches every date of a show', async () => {
  const { service, call } = await openAssistant();
  const event = await service.event({ title: 'Friday Show', start_datetime: '2027-03-05T20:00:00+08:00' });
  const rule = { from: '2027-03-12', count: 24, weekdays: ['fri'], times: ['20:00'] };
  expect((await service.ours.post(`/events/${event.id}/dates`, { rule })).status).toBe(201);
  const find = async (page: number) => (await call<Found>(findEvents, { title: 'friday', page })).structuredContent;
  const pages = [await find(1), await find(2)];
  expect(pages.map(({ events, has_more, all_searched }) => [events.length, has_more, all_searched])).toEqual([
    [20, true, false],
    [5, false, true],
  ]);
  expect(new Set(pages.flatMap(({ events }) => events.map(({ id }) => id))).size).toBe(25);
});
