import { describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { openHall, rows, seat } from '../fixtures/hall.ts';
import { PUBLIC_URL, UNKNOWN_ID } from '../fixtures/test-service.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const office = await useBoxOffice();
const { askJoin, join, soldOut, statuses } = openLine(office);

describe('POST /events/{id}/waiting-list', () => {
  test('puts a person in line, and answers with their place and a link to leave', async () => {
    const event = await soldOut(2);
    const { status, data } = await askJoin(event, { quantity: 2, email: 'first@example.com', language: 'fil' });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.any(String),
      event_id: event.id,
      tier_id: event.tierId,
      quantity: 2,
      status: 'waiting',
      customer: { name: 'Ana Reyes', email: 'first@example.com', phone: null },
      asked_at: office.now().toISOString(),
      checkout_id: null,
      offer_expires_at: null,
      position: 1,
      leave_url: expect.stringMatching(`^${PUBLIC_URL}/w/[\\w-]{65}$`),
    });
    expect(await join(event)).toMatchObject({ position: 2 });
  });

  test('takes the default tier, and has a line for each tier', async () => {
    const event = await soldOut(2);
    const vip = await office.tier(event, { quantity_total: 1 });
    await office.call('PUT', `/events/${event.id}`, { capacity: 3 });
    await office.checkout(event, { tier_id: vip });
    expect(await join(event)).toMatchObject({ tier_id: event.tierId, position: 1 });
    expect(await join(event, { tier_id: vip })).toMatchObject({ tier_id: vip, position: 1 });
  });

  test('answers 409 tier_not_sold_out while anyone can buy', async () => {
    const event = await office.event({ capacity: 3 });
    await office.checkout(event, { quantity: 1 });
    const refused = { status: 409, code: 'tier_not_sold_out', details: { left: 2 } };
    expect(await askJoin(event, { quantity: 3 })).toMatchObject(refused);
  });

  test('releases holds that are over before it calls a tier sold out', async () => {
    const event = await office.event({ capacity: 1 });
    await office.checkout(event);
    office.wait(901);
    expect(await askJoin(event)).toMatchObject({ status: 409, code: 'tier_not_sold_out' });
    expect(await office.askCheckout(event)).toMatchObject({ status: 201 });
  });

  test('answers 409 already_on_waiting_list for one address in any case, while it waits or has an offer', async () => {
    const event = await soldOut(1);
    await join(event, { email: 'ana@example.com' });
    const again = () => askJoin(event, { email: 'ANA@example.com' });
    const refused = { status: 409, code: 'already_on_waiting_list', field: 'customer.email' };
    expect(await again()).toMatchObject({ ...refused, details: { status: 'waiting' } });
    await office.call('PUT', `/events/${event.id}`, { capacity: 2 });
    await office.offerPlaces();
    expect(await again()).toMatchObject({ ...refused, details: { status: 'offered' } });
    office.wait(13 * 3_600);
    await office.sweep();
    await office.checkout(event);
    expect(await again()).toMatchObject({ status: 201 });
  });

  test('joins also an event that the organizer set to sold out by hand', async () => {
    const event = await office.event();
    await office.call('PUT', `/events/${event.id}`, { status: 'sold_out' });
    await join(event);
    await office.offerPlaces();
    expect(await statuses(event)).toEqual(['waiting']);
    await office.call('PUT', `/events/${event.id}`, { status: 'active' });
    await office.offerPlaces();
    expect(await statuses(event)).toEqual(['offered']);
  });

  test('answers 409 for a party above the limit of the event, or 10', async () => {
    const refusal = (max: number, set_by: string) => ({ status: 409, code: 'max_per_order', details: { max, set_by } });
    expect(await askJoin(await soldOut(), { quantity: 11 })).toMatchObject(refusal(10, 'service'));
    const limited = await soldOut(1, { max_per_order: 4 });
    expect(await askJoin(limited, { quantity: 5 })).toMatchObject(refusal(4, 'event'));
    const perBuyer = await soldOut(1, { max_per_buyer: 2 });
    expect(await askJoin(perBuyer, { quantity: 3 })).toMatchObject(refusal(2, 'event'));
    expect(await askJoin(await soldOut(20, { max_per_order: 20 }), { quantity: 20 })).toMatchObject({ status: 201 });
  });

  test('answers 409 for a party that is larger than the tier, or than every section with its price', async () => {
    const refusal = (max: number) => ({ status: 409, code: 'larger_than_tier', field: 'quantity', details: { max } });
    const event = await soldOut(2);
    expect(await askJoin(event, { quantity: 3 })).toMatchObject(refusal(2));
    await office.tier(event, { name: 'VIP', price: 0, quantity_total: 8 });
    expect(await askJoin(event, { quantity: 3 })).toMatchObject(refusal(2));
    const hall = await office.event({ price: 0 });
    const section = (label: string, seats: number) => ({
      ...{ label, tier_ids: [hall.tierId] },
      rows: [{ label: 'A', seats, blocked: [1] }],
    });
    const { sections } = await seat(office, hall, [section('Lower', 4), section('Upper', 5)]);
    for (const [index, { id: section_id }] of sections.entries())
      await office.checkout(hall, { section_id, quantity: 3 + index });
    expect(await askJoin(hall, { quantity: 5 })).toMatchObject(refusal(4));
    expect(await askJoin(hall, { quantity: 4 })).toMatchObject({ status: 201 });
  });

  test('answers 409 with the reason when the event or tier is not on sale', async () => {
    const draft = await office.call<{ id: string }>('POST', '/events', {
      title: 'Draft',
      start_datetime: '2027-12-01T20:00:00Z',
      capacity: 1,
    });
    expect(await askJoin(draft.data)).toMatchObject({ status: 409, code: 'event_not_on_sale' });
    const over = await soldOut();
    await office.cancelEvent(over);
    expect(await askJoin(over)).toMatchObject({ status: 409, code: 'event_not_on_sale' });
    const inactive = await soldOut();
    await office.call('PUT', `/tiers/${inactive.tierId}`, { is_active: false });
    expect(await askJoin(inactive, { tier_id: inactive.tierId })).toMatchObject({
      status: 409,
      code: 'tier_not_on_sale',
    });
    expect(await askJoin(inactive)).toMatchObject({ status: 409, code: 'no_tier_on_sale' });
    const later = await soldOut();
    const start = office.service.daysFromNow(1);
    await office.call('PUT', `/tiers/${later.tierId}`, { sales_start_datetime: start });
    expect(await askJoin(later)).toMatchObject({ status: 409, code: 'tier_sales_not_started' });
  });

  test('answers 409 in the last hour of the sales, and after them', async () => {
    const event = await soldOut();
    const at = (seconds: number) => new Date(office.now().getTime() + seconds * 1_000).toISOString();
    await office.call('PUT', `/events/${event.id}`, { sales_end_datetime: at(3_600) });
    expect(await askJoin(event)).toMatchObject({ status: 409, code: 'waiting_list_closed' });
    await office.call('PUT', `/events/${event.id}`, { sales_end_datetime: at(3_601) });
    await join(event);
    await office.call('PUT', `/events/${event.id}`, { sales_end_datetime: at(0) });
    expect(await askJoin(event)).toMatchObject({ status: 409, code: 'sales_ended' });
    const tier = await soldOut();
    await office.call('PUT', `/tiers/${tier.tierId}`, { sales_end_datetime: at(0) });
    expect(await askJoin(tier)).toMatchObject({ status: 409, code: 'tier_sales_ended' });
  });

  test('answers 404 for an unknown event or tier, and 400 for a malformed body', async () => {
    const event = await soldOut();
    expect(await askJoin({ id: UNKNOWN_ID })).toMatchObject({ status: 404, code: 'event_not_found' });
    expect(await askJoin(event, { tier_id: UNKNOWN_ID })).toMatchObject({ status: 404, code: 'tier_not_found' });
    expect(await askJoin(event, { quantity: 0 })).toMatchObject({ status: 400, field: 'quantity' });
    expect(await askJoin(event, { email: 'ana' })).toMatchObject({ status: 400, field: 'customer.email' });
    expect(await askJoin(event, { success_url: 'ftp://x' })).toMatchObject({ status: 400, field: 'success_url' });
  });

  test('waits on a seated event for seats in any section with the price', async () => {
    const hall = await openHall(office, rows(['A', 2]));
    await office.checkout(hall, { section_id: hall.sectionId, quantity: 2 });
    expect(await join(hall, { quantity: 2 })).toMatchObject({ status: 'waiting', position: 1 });
  });
});
