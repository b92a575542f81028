import { afterAll, expect, test } from 'vitest';
import { KEEP_PLACES_MS } from '../../src/waiting-list/choose-entries.ts';
import { listEventsToServe } from '../../src/waiting-list/offer-queries.ts';
import { seat } from '../fixtures/hall.ts';
import { openMailOffice } from '../fixtures/mail-office.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const office = await openMailOffice();
afterAll(() => office.closeAll());
const line = openLine(office);

/** Whether the list is looked through, for which its event is locked. */
async function isServed({ id }: { id: string }): Promise<boolean> {
  const events = await listEventsToServe(office.db, { now: office.now(), after: undefined, most: 100 });
  return events.some(({ eventId }) => eventId === id);
}

test('a list that cannot get the free places is not looked through', async () => {
  const event = await line.soldOut(3);
  await line.join(event, { quantity: 3 });
  await line.refund([event.ticketId]);
  expect(await isServed(event)).toBe(false);
  await line.join(event);
  expect(await isServed(event)).toBe(true);
  await office.call('PUT', `/tiers/${event.tierId}`, { is_active: false });
  expect(await isServed(event)).toBe(false);
  const later = new Date(office.now().getTime() + 60_000).toISOString();
  await office.call('PUT', `/tiers/${event.tierId}`, { is_active: true, sales_start_datetime: later });
  expect(await isServed(event)).toBe(false);
  office.wait(60);
  expect(await isServed(event)).toBe(true);
  for (const status of ['paused', 'sold_out']) await office.call('PUT', `/events/${event.id}`, { status });
  expect(await isServed(event)).toBe(false);
  await office.call('PUT', `/events/${event.id}`, { status: 'active' });
  await office.offerPlaces();
  expect(await line.statuses(event)).toEqual(['waiting', 'offered']);
});

test('nor one that keeps its free places for a larger party, until it may be passed again', async () => {
  const event = await line.soldOut(6);
  await line.join(event, { quantity: 3 });
  for (let person = 0; person < 4; person++) await line.join(event);
  for (const ticketId of event.ticketIds.slice(0, 3)) {
    await line.refund([ticketId]);
    await office.offerPlaces();
  }
  await line.refund(event.ticketIds.slice(3, 4));
  expect(await line.statuses(event)).toEqual(['waiting', 'offered', 'offered', 'offered', 'waiting']);
  expect(await isServed(event)).toBe(false);
  office.wait(KEEP_PLACES_MS / 1_000);
  expect(await isServed(event)).toBe(true);
});

test('nor one of a hall with too few seats for everybody, until a party is too large for each section', async () => {
  const event = await office.event({ price: 0 });
  const section = (label: string) => ({ label, tier_ids: [event.tierId], rows: [{ label: 'A', seats: 3 }] });
  const hall = await seat(office, event, [section('Lower'), section('Upper')]);
  const bought = [];
  for (const { id } of hall.sections) bought.push(await office.buy(hall, { section_id: id, quantity: 3 }));
  await line.join(hall, { quantity: 3 });
  for (const { ticketIds } of bought) await line.refund(ticketIds.slice(0, 1));
  expect(await isServed(hall)).toBe(false);
  const block = { section: 'Lower', row: 'A', seats: [1] };
  await office.call('POST', `/events/${hall.id}/seats/block`, block);
  expect(await isServed(hall)).toBe(true);
  await office.offerPlaces();
  expect(await line.statuses(hall)).toEqual(['waiting']);
  await line.refund(bought[0]?.ticketIds.slice(1, 2) ?? []);
  await office.call('POST', `/events/${hall.id}/seats/block`, { ...block, section: 'Upper' });
  await office.offerPlaces();
  expect(await line.statuses(hall)).toEqual(['ended']);
});
