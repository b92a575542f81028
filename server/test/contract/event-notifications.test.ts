import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService, UUID_V7 } from '../fixtures/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const changes = async (event: { id: string }) => (await service.notifications(event)).map(({ data }) => data.changed);

describe('event.updated', () => {
  test('is not recorded for a new event', async () => {
    expect(await service.notifications(await service.draft())).toEqual([]);
  });

  test('is one notification with exactly the decided keys', async () => {
    const event = await service.draft();
    service.wait(60);
    await service.ours.put(`/events/${event.id}`, { title: 'Renamed', status: 'active' });
    expect(await service.notifications(event)).toEqual([
      {
        column: 'event.updated',
        id: expect.stringMatching(UUID_V7),
        type: 'event.updated',
        created_at: service.now().toISOString(),
        data: { event_id: event.id, status: 'active', changed: ['title', 'status'] },
      },
    ]);
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{ venue_name: 'Arena' }, ['venue_name']],
    [{ ticket_price: 5 }, ['ticket_price']],
    [{ capacity: 5 }, ['capacity']],
    [{ end_datetime: '2030-01-01T00:00:00Z' }, ['end_datetime']],
    [{ sales_end_datetime: '2027-02-10T00:00:00Z' }, ['sales_end_datetime']],
    [{ cover_image_url: 'https://a.example/b' }, ['cover_image_url']],
    [{ event_type: 'art' }, ['event_type']],
    [{ latitude: 1, longitude: 2 }, ['latitude', 'longitude']],
    [{ description: 'New' }, ['description', 'description_html']],
    [{ city: 'Cebu City' }, ['city', 'latitude', 'longitude']],
    [{ title: 'Night Market', address: '1 Main St' }, ['address']],
  ])('of %j names the fields that changed, consequences included: %j', async (fields, changed) => {
    const event = await service.draft();
    await service.ours.put(`/events/${event.id}`, fields);
    expect((await changes(event)).map((names) => (names as string[]).toSorted())).toEqual([changed.toSorted()]);
  });

  test('is not recorded when a PUT changes nothing, and updated_at stays', async () => {
    const fields = { city: 'Cebu City', ticket_price: 12.5, description: 'Text', end_datetime: '2030-01-01T00:00:00Z' };
    const event = await service.draft(fields);
    for (const same of [
      {},
      fields,
      { title: event.title, capacity: event.capacity, status: 'draft' },
      { unknown: 1 },
    ]) {
      service.wait(60);
      const { body } = await service.ours.put(`/events/${event.id}`, same);
      expect(body.data).toEqual(event);
    }
    expect(await service.notifications(event)).toEqual([]);
  });

  test('is not recorded when a PUT is refused', async () => {
    const event = await service.draft();
    for (const fields of [{ title: 5 }, { title: 'X', status: 'paused' }, { title: 'X', latitude: 5 }])
      expect((await service.ours.put(`/events/${event.id}`, fields)).status).toBeGreaterThanOrEqual(400);
    expect(await service.notifications(event)).toEqual([]);
  });

  test('is recorded for the organization of the event alone', async () => {
    const { body } = await service.theirs.post<{ id: string }>('/events', service.eventBody());
    await service.theirs.put(`/events/${body.data.id}`, { title: 'Renamed' });
    expect(await service.notifications(body.data)).toEqual([]);
  });

  test('lists ticket_tiers when a tier is added, changed and deleted', async () => {
    const event = await service.draft();
    const { id } = await service.addTier(event);
    await service.ours.put(`/tiers/${id}`, { name: 'Renamed' });
    await service.ours.put(`/tiers/${id}`, { name: 'Renamed', colour: 'red' });
    await service.ours.delete(`/tiers/${id}`);
    expect(await changes(event)).toEqual([['ticket_tiers'], ['ticket_tiers'], ['ticket_tiers']]);
  });

  test('is the only notification when an event is cancelled, with none for its tickets', async () => {
    const event = await service.event();
    await service.buy(event, { quantity: 2 });
    service.wait(1);
    const told = (await service.notifications(event)).length;
    await service.ours.put(`/events/${event.id}`, { status: 'cancelled' });
    expect((await service.notifications(event)).slice(told).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'event.updated', data: { event_id: event.id, status: 'cancelled', changed: ['status'] } },
    ]);
  });
});
