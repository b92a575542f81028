import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

describe('GET /events/{id}', () => {
  describe('happy', () => {
    test('answers exactly what creating it answered', async () => {
      const { data: created } = (await service.ours.post<{ id: string }>('/events', service.eventBody())).body;
      const { status, body } = await service.ours.get(`/events/${created.id}`);
      expect(status).toBe(200);
      expect(body).toEqual({ data: created });
    });

    test('counts sales at once: sold is valid and used tickets, available is total minus sold', async () => {
      const event = await service.event({ capacity: 10 });
      const { ticket_ids } = await service.buy(event, { quantity: 3 });
      const counts = async () => {
        const { tickets_sold, ticket_tiers } = await service.readEvent(event.id);
        return { tickets_sold, tiers: ticket_tiers.map((tier) => [tier.quantity_sold, tier.available]) };
      };
      expect(await counts()).toEqual({ tickets_sold: 3, tiers: [[3, 7]] });
      await service.ours.post(`/tickets/${ticket_ids[0]}/check-in`);
      expect(await counts()).toEqual({ tickets_sold: 3, tiers: [[3, 7]] });
      for (const id of ticket_ids.slice(0, 2)) await service.ours.post(`/tickets/${id}/refund`);
      expect(await counts()).toEqual({ tickets_sold: 1, tiers: [[1, 9]] });
    });

    test('does not count what other buyers hold', async () => {
      const event = await service.event({ capacity: 10 });
      await service.hold(event, { quantity: 4 });
      const { tickets_sold, ticket_tiers } = await service.readEvent(event.id);
      expect({ tickets_sold, ticket_tiers }).toMatchObject({
        tickets_sold: 0,
        ticket_tiers: [{ quantity_sold: 0, available: 10 }],
      });
    });

    test('lists the tiers by sort order, then the oldest first', async () => {
      const event = await service.draft();
      for (const [name, sort_order] of [
        ['C', 5],
        ['A', -5],
        ['D', 5],
        ['B', 0],
      ] as const) {
        service.wait(1);
        await service.addTier(event, { name, sort_order });
      }
      const { ticket_tiers } = await service.readEvent(event.id);
      expect(ticket_tiers.map(({ name }) => name)).toEqual(['A', 'General Admission', 'B', 'C', 'D']);
    });

    test.each(['draft', 'active', 'paused', 'hidden', 'sold_out', 'cancelled', 'completed'])(
      'answers an event that is %s',
      async (status) => {
        const { id } = status === 'draft' ? await service.draft() : await service.event();
        await service.ours.put(`/events/${id}`, { status });
        expect(await service.readEvent(id)).toMatchObject({ id, status });
      },
    );

    test('accepts the id in capital letters, too', async () => {
      const { id } = await service.draft();
      expect((await service.ours.get(`/events/${id.toUpperCase()}`)).body.data).toMatchObject({ id });
    });
  });

  describe('errors', () => {
    test('answers 404 to an unknown event', async () => {
      const answer = await service.ours.get(`/events/${UNKNOWN_ID}`);
      expect(answer).toMatchObject({
        status: 404,
        body: { error: { status: 404, code: 'event_not_found', message: 'Event not found' } },
      });
    });

    test.each([
      '1',
      'x',
      UNKNOWN_ID.slice(1),
      `${UNKNOWN_ID}0`,
      `{${UNKNOWN_ID}}`,
      UNKNOWN_ID.replaceAll('-', ''),
      '%00',
      '🎫',
      '..%2f',
    ])('answers 400 to the id %s', async (id) => {
      expect((await service.ours.get(`/events/${encodeURI(id)}`)).body.error).toMatchObject({
        status: 400,
        code: 'invalid_field',
        message: 'id must be a UUID',
      });
    });
  });
});
