import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const remove = (tier: { id: string }) => service.ours.delete(`/tiers/${tier.id}`);
const names = async (event: { id: string }) => (await service.readEvent(event.id)).ticket_tiers.map(({ name }) => name);

describe('DELETE /tiers/{id}', () => {
  describe('happy', () => {
    test('answers 204 without a body, and the tier is gone', async () => {
      const event = await service.event();
      const tier = await service.addTier(event);
      const { status, text } = await remove(tier);
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect(await names(event)).toEqual(['General Admission']);
      expect((await remove(tier)).body.error).toMatchObject({ status: 404, code: 'tier_not_found' });
    });

    test('lets the capacity set the size of the remaining tier', async () => {
      const event = await service.draft({ capacity: 100 });
      await remove(await service.addTier(event));
      const { body } = await service.ours.put(`/events/${event.id}`, { capacity: 50 });
      expect(body.data).toMatchObject({ ticket_tiers: [{ quantity_total: 50 }] });
    });

    test('accepts a body of any content type, or none', async () => {
      const event = await service.draft();
      const { id } = await service.addTier(event);
      const answer = await service.ours.delete(`/tiers/${id}`, '', { 'content-type': 'text/plain' });
      expect(answer.status).toBe(204);
    });
  });

  describe('errors', () => {
    const refusal = {
      status: 409,
      body: { error: { status: 409, message: expect.stringMatching(/were sold, held or waited for/) } },
    };

    test('answers 409 when a ticket was sold, even if it has been refunded', async () => {
      const event = await service.event();
      const tier = await service.addTier(event);
      const { ticket_ids } = await service.buy(event, { tier_id: tier.id });
      expect(await remove(tier)).toMatchObject(refusal);
      await service.ours.post(`/tickets/${ticket_ids[0]}/refund`);
      expect(await remove(tier)).toMatchObject(refusal);
      expect(await names(event)).toEqual(['General Admission', 'VIP']);
    });

    test('answers 409 when a place is or was held', async () => {
      const event = await service.event();
      const tier = await service.addTier(event);
      const { checkout_id } = await service.hold(event, { tier_id: tier.id });
      expect(await remove(tier)).toMatchObject(refusal);
      await service.ours.post(`/checkouts/${checkout_id}/expire`);
      expect(await remove(tier)).toMatchObject(refusal);
    });

    test('answers 404 to an unknown tier and 400 to a malformed id', async () => {
      expect((await remove({ id: UNKNOWN_ID })).body.error).toMatchObject({
        status: 404,
        code: 'tier_not_found',
        message: 'Tier not found',
      });
      expect((await remove({ id: 'vip' })).body.error).toMatchObject({
        status: 400,
        code: 'invalid_field',
        message: 'id must be a UUID',
      });
    });
  });
});
