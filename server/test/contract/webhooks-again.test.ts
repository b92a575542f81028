import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers } from '../fixtures/receiver.ts';
import { type DeliveryJson, openWebhookOffice, type WebhookOffice } from '../fixtures/webhook-office.ts';

let hooks: WebhookOffice;
beforeAll(async () => {
  hooks = await openWebhookOffice();
});
afterAll(() => hooks.close());

const redeliver = ({ id }: { id: string }) =>
  hooks.office.call<DeliveryJson>('POST', `/webhook-deliveries/${id}/redeliver`);

describe('POST /webhooks/{id}/test', () => {
  test('sends webhook.test only to this endpoint, whatever its subscriptions', async () => {
    const endpoint = await hooks.endpoint({ events: ['ticket.refunded'] });
    const other = await hooks.endpoint();
    const { status, data } = await hooks.office.call<DeliveryJson>('POST', `/webhooks/${endpoint.id}/test`);
    expect(status).toBe(200);
    expect(data).toMatchObject({ type: 'webhook.test', status: 'pending', attempts: 0, attempt_log: [] });
    await hooks.deliver();
    expect(hooks.receiver.at(endpoint.path).map(({ json }) => json)).toEqual([
      {
        id: data.event_id,
        type: 'webhook.test',
        created_at: hooks.office.now().toISOString(),
        data: { webhook_id: endpoint.id },
      },
    ]);
    expect(hooks.receiver.at(other.path)).toEqual([]);
    expect(await hooks.delivery(endpoint)).toMatchObject({ id: data.id, status: 'succeeded' });
  });

  test('answers 409 while the endpoint is switched off, and sends nothing', async () => {
    const endpoint = await hooks.endpoint();
    await hooks.change(endpoint, { is_active: false });
    expect(await hooks.office.call('POST', `/webhooks/${endpoint.id}/test`)).toMatchObject({
      status: 409,
      code: 'webhook_inactive',
      message: 'Webhook is not active: set is_active to true first',
    });
    expect(await hooks.deliveries(endpoint)).toEqual([]);
  });
});

describe('POST /webhook-deliveries/{id}/redeliver', () => {
  test('creates a new delivery of the same notification: same id, same bytes', async () => {
    const endpoint = await hooks.endpoint();
    hooks.receiver.behave(endpoint.path, answers(500));
    await hooks.happen();
    await hooks.deliver();
    const first = await hooks.delivery(endpoint);
    hooks.receiver.behave(endpoint.path, answers(200));
    hooks.office.wait(1);
    const { status, data } = await redeliver(first);
    expect(status).toBe(200);
    expect(data).toMatchObject({ event_id: first.event_id, type: first.type, status: 'pending', attempts: 0 });
    expect(data.id).not.toBe(first.id);
    await hooks.deliver();
    const received = hooks.receiver.at(endpoint.path).filter(({ json }) => json.id === first.event_id);
    expect(received).toHaveLength(2);
    expect(received[1]?.body).toEqual(received[0]?.body);
    const [again, before] = await hooks.deliveries(endpoint);
    expect(again).toMatchObject({ id: data.id, status: 'succeeded', attempts: 1 });
    expect(before).toMatchObject({ id: first.id, status: 'pending', attempts: 1 });
  });

  test('answers 409 while the endpoint is switched off', async () => {
    const endpoint = await hooks.endpoint();
    await hooks.happen();
    await hooks.deliver();
    const delivery = await hooks.delivery(endpoint);
    await hooks.change(endpoint, { is_active: false });
    expect(await redeliver(delivery)).toMatchObject({ status: 409, code: 'webhook_inactive' });
  });
});

describe('GET /webhooks/{id}/deliveries', () => {
  test('lists only this endpoint’s deliveries, newest first, in pages', async () => {
    const endpoint = await hooks.endpoint({ events: ['ticket.refunded'] });
    const made: string[] = [];
    for (let n = 0; n < 3; n++) {
      made.unshift((await hooks.office.call<DeliveryJson>('POST', `/webhooks/${endpoint.id}/test`)).data.id);
      hooks.office.wait(1);
    }
    type List = { deliveries: DeliveryJson[]; meta: object };
    const page = async (query: string) =>
      (await hooks.office.call<List>('GET', `/webhooks/${endpoint.id}/deliveries${query}`)).data;
    const first = await page('?per_page=2');
    expect(first.deliveries.map(({ id }) => id)).toEqual(made.slice(0, 2));
    expect(first.meta).toEqual({ page: 1, per_page: 2, total: 3, total_pages: 2, has_more: true });
    expect((await page('?per_page=2&page=2')).deliveries.map(({ id }) => id)).toEqual(made.slice(2));
    expect(await page('?page=3')).toEqual({
      deliveries: [],
      meta: { page: 3, per_page: 20, total: 3, total_pages: 1, has_more: false },
    });
    expect(await hooks.office.call('GET', `/webhooks/${endpoint.id}/deliveries?per_page=101`)).toMatchObject({
      status: 400,
      code: 'invalid_field',
    });
  });

  test('has ids that sort by time', async () => {
    const endpoint = await hooks.endpoint();
    await hooks.happen();
    const { id } = await hooks.delivery(endpoint);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(hooks.office.now().getTime());
  });
});
