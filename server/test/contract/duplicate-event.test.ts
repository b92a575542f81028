import { describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';
import type { EventData } from '../fixtures/test-service.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

interface Plan {
  sections: { label: string; tier_ids: string[]; rows: { label: string; seats: unknown; tier_ids?: string[] }[] }[];
}

const office = await useBoxOffice();

describe('POST /events/{id}/duplicate', () => {
  const duplicate = (id: string) => office.call<EventData>('POST', `/events/${id}/duplicate`);
  const read = async (id: string) => (await office.call<EventData>('GET', `/events/${id}`)).data;
  const names = ({ ticket_tiers }: EventData) =>
    ticket_tiers.map(({ name, price, quantity_total, is_active, sort_order, sales_end_datetime }) => [
      ...[name, price, quantity_total, is_active, sort_order, sales_end_datetime],
    ]);

  test('answers a draft with the texts, times, place and tiers of the event, and nothing sold', async () => {
    const event = await office.event({
      title: 'Rainy Night',
      description_html: '<p>Bring <strong>boots</strong></p>',
      venue_name: 'The Circuit',
      latitude: 14.5,
      longitude: 121,
      sales_end_datetime: '2027-02-20T00:00:00Z',
      cover_image_url: 'https://img.example/a.jpg',
    });
    await office.tier(event, { sales_end_datetime: '2027-02-10T00:00:00Z', is_active: false });
    await office.buy(event, { quantity: 2 });
    await office.checkout(event);
    office.wait(60);
    const original = await read(event.id);
    const { status, data: copy } = await duplicate(event.id);
    expect(status).toBe(201);
    expect(copy).toEqual({
      ...original,
      id: copy.id,
      title: 'Rainy Night (copy)',
      slug: 'rainy-night-2',
      public_url: `${original.public_url}-2`,
      status: 'draft',
      tickets_sold: 0,
      created_at: office.now().toISOString(),
      updated_at: office.now().toISOString(),
      ticket_tiers: copy.ticket_tiers,
    });
    expect(names(copy)).toEqual(names(original));
    expect(copy.ticket_tiers.map(({ quantity_sold }) => quantity_sold)).toEqual([0, 0]);
    const ids = new Set([...copy.ticket_tiers, ...original.ticket_tiers].map(({ id }) => id));
    expect(ids.size).toBe(4);
    expect(await read(copy.id)).toEqual(copy);
    expect(await office.counters(copy)).toEqual({ sold: 0, held: 0 });
  });

  test('copies the seats of a seated event with their tiers; blocked seats stay blocked, sold seats are free', async () => {
    const event = await office.event({ price: 100 });
    const vip = await office.tier(event);
    await office.call('PUT', `/events/${event.id}/seating-plan`, {
      sections: [
        { label: 'Floor', tier_ids: [event.tierId, vip], rows: [{ label: 'A', seats: 6, tier_ids: [vip] }] },
        { label: 'Balcony', tier_ids: [event.tierId], rows: [{ label: 'B', seats: [1, 2, null, 3, 4] }] },
      ],
    });
    await office.call('POST', `/events/${event.id}/seats/block`, { section: 'Balcony', row: 'B', seats: [4] });
    const { data: before } = await office.call<{ sections: { id: string }[] }>('GET', `/events/${event.id}/sections`);
    await office.buy(event, { quantity: 2, section_id: before.sections[1]?.id });
    await office.checkout(event, { quantity: 1, section_id: before.sections[0]?.id, tier_id: vip });

    const { status, data: copy } = await duplicate(event.id);
    expect(status).toBe(201);
    expect(copy).toMatchObject({ seated: true, capacity: 10, tickets_sold: 0 });
    // As of every new event.
    const told = await office.notifications<{ event_id: string }>('event.updated');
    expect(told.filter(({ data }) => data.event_id === copy.id)).toEqual([]);
    const [tier = '', copiedVip = ''] = copy.ticket_tiers.map(({ id }) => id);
    const { data: plan } = await office.call<Plan>('GET', `/events/${copy.id}/seating-plan`);
    expect(plan.sections).toMatchObject([
      { label: 'Floor', tier_ids: [tier, copiedVip], rows: [{ label: 'A', seats: 6, tier_ids: [copiedVip] }] },
      { label: 'Balcony', tier_ids: [tier], rows: [{ label: 'B', seats: [1, 2, null, 3, 4] }] },
    ]);
    await office.call('PUT', `/events/${copy.id}`, { status: 'active' });
    const { data: after } = await office.call<{ sections: { id: string; label: string }[] }>(
      'GET',
      `/events/${copy.id}/sections`,
    );
    const [floor, balcony] = after.sections;
    expect((await office.askCheckout(copy, { quantity: 3, section_id: balcony?.id })).status).toBe(201);
    expect(await office.askCheckout(copy, { quantity: 1, section_id: balcony?.id })).toMatchObject({
      status: 409,
      code: 'sold_out',
    });
    expect((await office.askCheckout(copy, { quantity: 6, section_id: floor?.id, tier_id: copiedVip })).status).toBe(
      201,
    );
  });

  test('keeps the order of tiers with the same sort order, and so the default tier', async () => {
    const event = await office.event({ price: 100 });
    for (const name of ['B', 'C', 'D', 'E', 'F', 'G']) {
      office.wait(1);
      await office.tier(event, { name, sort_order: 0 });
    }
    const { data: copy } = await duplicate(event.id);
    expect(names(copy)).toEqual(names(await read(event.id)));
    expect(copy.ticket_price).toBe(100);
    expect(await read(copy.id)).toEqual(copy);
  });

  test('copies a cancelled event as a draft, and keeps a long title within its length', async () => {
    const event = await office.event({ title: '🎪'.repeat(200) });
    await office.cancelEvent(event);
    const { data } = await duplicate(event.id);
    expect(data.status).toBe('draft');
    expect([...data.title]).toHaveLength(200);
    expect(data.title).toMatch(/🎪 \(copy\)$/u);
  });

  test('answers 404 for an unknown event', async () => {
    expect(await duplicate(UNKNOWN_ID)).toMatchObject({
      status: 404,
      code: 'event_not_found',
      message: 'Event not found',
    });
  });
});
