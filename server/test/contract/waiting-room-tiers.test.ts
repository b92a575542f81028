import { describe, expect, test } from 'vitest';
import { roomTexts } from '../../src/waiting-room/pages/texts.ts';
import { type EventOnSale, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { openVisitor } from '../fixtures/room-visitor.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const office = await useBoxOffice();
const line = openLine(office);

/** How many of five visitors have a turn a second after they got in line. */
async function turnsOf(event: EventOnSale, slug: string) {
  const room = `${PUBLIC_URL}/room/lakbay-concerts/${slug}`;
  const visitors = Array.from({ length: 5 }, () => openVisitor(office));
  for (const { browser } of visitors) {
    const page = await browser.open(room);
    await browser.submit(page, { press: roomTexts.en.join });
  }
  office.wait(1);
  for (const { browser } of visitors) await browser.open(room);
  return visitors.filter((visitor) => visitor.passOf(event) !== undefined).length;
}

/** docs/waiting-room.md: “There are never more turns than free places”. */
describe('turns of the waiting room', () => {
  test('are no more than the places of the tiers, when these have fewer than the event', async () => {
    const slug = 'few-tickets';
    const event = await office.event({ slug, capacity: 100, price: 100, waiting_room: { enabled: true } });
    expect(await office.call('PUT', `/tiers/${event.tierId}`, { quantity_total: 2 })).toMatchObject({ status: 200 });
    expect(await turnsOf(event, slug)).toBe(2);
  });

  test('are no more than the places that are not owed to the waiting list', async () => {
    const slug = 'owed-tickets';
    const event = await line.soldOut(3, { slug });
    await office.call('PUT', `/events/${event.id}`, { waiting_room: { enabled: true } });
    for (let person = 0; person < 2; person++) await line.join(event);
    await line.refund(event.ticketIds);
    expect(await turnsOf(event, slug)).toBe(1);
  });
});
