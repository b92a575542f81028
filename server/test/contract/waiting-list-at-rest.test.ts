import { afterAll, expect, test } from 'vitest';
import { KEEP_PLACES_MS } from '../../src/waiting-list/choose-entries.ts';
import { listEventsToServe } from '../../src/waiting-list/offer-queries.ts';
import { openMailOffice } from '../fixtures/mail-office.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const office = await openMailOffice();
afterAll(() => office.closeAll());
const line = openLine(office);

type SoldOut = Awaited<ReturnType<typeof line.soldOut>>;

/** Whether the list is looked through, for which its event is locked. */
async function isServed({ id }: SoldOut): Promise<boolean> {
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
