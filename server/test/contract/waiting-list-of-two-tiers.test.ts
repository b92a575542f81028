import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const office = await useBoxOffice();
const line = openLine(office);

test('a party counts as passed over only by parties that got an offer', async () => {
  // Two tiers share the places of the event.
  const event = await office.event({ capacity: 10, price: 0 });
  const vip = await office.tier(event, { name: 'VIP', price: 0, quantity_total: 10 });
  const bought = await office.buy(event, { quantity: 10 });
  // First in line are five people who wait for VIP, one place each.
  for (let person = 0; person < 5; person++) await line.join(event, { tier_id: vip });
  const large = await line.join(event, { tier_id: event.tierId, quantity: 5 });
  await line.join(event, { tier_id: event.tierId, quantity: 1 });
  for (const ticketId of bought.ticketIds.slice(0, 3)) {
    await line.refund([ticketId]);
    expect(await office.offerPlaces()).toBe(1);
  }
  const statuses = await line.statuses(event);
  expect(statuses).toEqual(['offered', 'offered', 'offered', 'waiting', 'waiting', 'waiting', 'waiting']);
  const [row] = await office.db.query<{ passedOver: number; keptSince: Date | null }>(sql`
    select passed_over, kept_since from waiting_list_entries where organization_id = ${office.organizationId} and id = ${large.id}`);
  expect(row).toEqual({ passedOver: 0, keptSince: null });
});
