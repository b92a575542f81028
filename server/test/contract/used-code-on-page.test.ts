import { expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';
import type { Page } from '../readers/browser.ts';

const office = await useBoxOffice();
const hasCode = ({ html }: Page) => html.includes('aria-label="QR code of ticket');

/** A guest whose ticket was scanned at the gate, and who opens its page again. */
async function atTheGate(fields: Record<string, unknown>) {
  const event = await office.event({ ...fields, title: 'Two Days of Jazz' });
  const { ticketId } = await office.buy(event);
  const ticket = (await office.call<{ code: string; ticket_url: string }>('GET', `/tickets/${ticketId}`)).data;
  expect((await office.call('POST', '/tickets/check-in', { code: ticket.code, event_id: event.id })).status).toBe(200);
  return { event, ticket };
}

test('a guest of an event with re-entry who went out still has the code to come in again', async () => {
  const { event, ticket } = await atTheGate({ re_entry: true });
  const scan = (direction: 'in' | 'out') =>
    office.call('POST', '/tickets/check-in', { code: ticket.code, event_id: event.id, direction });
  expect((await scan('out')).status).toBe(200);
  const page = await office.browser.open(ticket.ticket_url);
  expect((await scan('in')).status).toBe(200);
  expect({ hasCode: hasCode(page), saysNever: page.text.includes('It cannot be used again.') }).toEqual({
    hasCode: true,
    saysNever: false,
  });
});

test('a guest who came in has the code for the list of a workshop inside', async () => {
  const { event, ticket } = await atTheGate({});
  const list = await office.call<{ id: string }>('POST', `/events/${event.id}/check-in-lists`, {
    name: 'Workshop',
    passes: 'once',
  });
  const page = await office.browser.open(ticket.ticket_url);
  const scanned = await office.call('POST', '/tickets/check-in', { code: ticket.code, list_id: list.data.id });
  expect(scanned).toMatchObject({ status: 200 });
  expect(hasCode(page)).toBe(true);
});

test('of a cancelled event the page neither has the code nor asks to show it again', async () => {
  const { event, ticket } = await atTheGate({ re_entry: true });
  await office.cancelEvent(event);
  const page = await office.browser.open(ticket.ticket_url);
  expect({ hasCode: hasCode(page), asks: page.text.includes('Show it again') }).toEqual({
    hasCode: false,
    asks: false,
  });
  expect(page.text).toContain('It cannot be used again.');
});
