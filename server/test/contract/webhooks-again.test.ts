import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers } from '../fixtures/receiver.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { type DeliveryJson, type Endpoint, openWebhookOffice, type WebhookOffice } from '../fixtures/webhook-office.ts';

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

async function giveUp(endpoint: Endpoint) {
  await hooks.change(endpoint, { is_active: false });
  await hooks.change(endpoint, { is_active: true });
}

/** An endpoint that was off, so that `count` notifications failed. */
async function failed(count: number): Promise<Endpoint> {
  const endpoint = await hooks.endpoint({ events: ['event.updated'] });
  for (let made = 0; made < count; made++) await hooks.happen();
  await giveUp(endpoint);
  return endpoint;
}

interface Replayed {
  replayed: number;
  has_more: boolean;
}
const replay = ({ id }: { id: string }, body: object) =>
  hooks.office.call<Replayed>('POST', `/webhooks/${id}/replay`, body);
const answered = async (answer: ReturnType<typeof replay>) => (await answer).data;

describe('POST /webhooks/{id}/replay', () => {
  test('sends everything that failed, once, with the same ids and bytes, and no more at once than ever', async () => {
    const endpoint = await failed(10);
    // What other endpoints of this file still get.
    await hooks.deliver();
    const lost = (await hooks.deliveries(endpoint)).map(({ event_id }) => event_id);
    expect(lost).toHaveLength(20); // an event is published and renamed
    expect(await answered(replay(endpoint, { status: 'failed', delivery_ids: null, from: null, to: null }))).toEqual({
      replayed: 20,
      has_more: false,
    });
    expect(await answered(replay(endpoint, { status: 'failed' }))).toEqual({ replayed: 0, has_more: false });
    expect(await hooks.deliverer.begin()).toBe(16);
    await hooks.deliverer.settled();
    await hooks.deliver();
    expect(
      hooks.receiver
        .at(endpoint.path)
        .map(({ json }) => json.id)
        .toSorted(),
    ).toEqual(lost.toSorted());
    expect(await answered(replay(endpoint, { status: 'failed' }))).toEqual({ replayed: 0, has_more: false });
  });

  test('sends at most 100 in one request, oldest first, and says that more are left', async () => {
    const endpoint = await failed(51);
    hooks.office.wait(1);
    const oldest = (
      await hooks.office.call<{ deliveries: DeliveryJson[] }>('GET', `/webhooks/${endpoint.id}/deliveries?page=6`)
    ).data.deliveries.map(({ event_id }) => event_id);
    expect(await answered(replay(endpoint, { status: 'failed' }))).toEqual({ replayed: 100, has_more: true });
    const sent = (await hooks.deliveries(endpoint)).map(({ event_id }) => event_id);
    for (const id of oldest) expect(sent).toContain(id);
    expect(await answered(replay(endpoint, { status: 'failed' }))).toEqual({ replayed: 2, has_more: false });
  });

  test('sends what failed in a range of time', async () => {
    const endpoint = await failed(1);
    const before = hooks.office.now();
    hooks.office.wait(86_400);
    await hooks.happen();
    await hooks.change(endpoint, { is_active: false });
    await hooks.change(endpoint, { is_active: true });
    const range = { from: before.toISOString(), to: new Date(before.getTime() + 1_000).toISOString() };
    expect(await answered(replay(endpoint, { status: 'failed', ...range }))).toEqual({ replayed: 2, has_more: false });
    expect(await replay(endpoint, { status: 'failed', from: '2027-03-02', to: '2027-03-01' })).toMatchObject({
      ...{ status: 400, code: 'fields_out_of_order', field: 'from' },
    });
  });

  test('sends what failed in a range of time also when it was sent again in vain since', async () => {
    const endpoint = await failed(1);
    const at = hooks.office.now().toISOString();
    const request = { status: 'failed', from: at, to: at };
    hooks.office.wait(86_400);
    expect(await answered(replay(endpoint, request))).toEqual({ replayed: 2, has_more: false });
    await giveUp(endpoint);
    expect(await answered(replay(endpoint, request))).toEqual({ replayed: 2, has_more: false });
    expect(await answered(replay(endpoint, request))).toEqual({ replayed: 0, has_more: false });
  });

  test('sends chosen deliveries whatever their status, but not what is on its way', async () => {
    const endpoint = await hooks.endpoint({ events: ['event.updated'] });
    await hooks.happen();
    await hooks.deliver();
    const ids = (await hooks.deliveries(endpoint)).map(({ id }) => id);
    const chosen = { delivery_ids: [...ids, String(ids[0]).toUpperCase()] };
    expect(await answered(replay(endpoint, chosen))).toEqual({ replayed: 2, has_more: false });
    expect(await answered(replay(endpoint, chosen))).toEqual({ replayed: 0, has_more: false });
    await hooks.deliver();
    const received = hooks.receiver.at(endpoint.path).map(({ json }) => json.id);
    expect(received.toSorted()).toEqual([...received.slice(0, 2), ...received.slice(0, 2)].toSorted());
  });

  test('answers 404 for a delivery of another endpoint, 409 while it is off, and 400 for neither or both', async () => {
    const [endpoint, other] = [await failed(1), await failed(1)];
    const theirs = await hooks.delivery(other);
    const own = await hooks.delivery(endpoint);
    const send = (body: object) => replay(endpoint, body);
    expect(await send({ delivery_ids: [own.id, theirs.id] })).toMatchObject({
      status: 404,
      code: 'delivery_not_found',
    });
    expect(await send({})).toMatchObject({ status: 400, code: 'missing_field', field: 'delivery_ids' });
    expect(await send({ delivery_ids: [own.id], status: 'failed' })).toMatchObject({
      ...{ status: 400, code: 'fields_exclude_each_other', field: 'status' },
    });
    expect(await send({ delivery_ids: [own.id], to: '2027-01-01' })).toMatchObject({
      ...{ status: 400, code: 'fields_exclude_each_other', field: 'to' },
    });
    expect(await send({ status: 'succeeded' })).toMatchObject({ status: 400, field: 'status' });
    await hooks.change(endpoint, { is_active: false });
    expect(await send({ status: 'failed' })).toMatchObject({ status: 409, code: 'webhook_inactive' });
  });
});

describe('GET /webhook-deliveries', () => {
  type List = { deliveries: (DeliveryJson & { webhook_id: string })[]; meta: { total: number } };
  const list = async (query: string) => (await hooks.office.call<List>('GET', `/webhook-deliveries?${query}`)).data;

  test('lists deliveries to all endpoints, newest first, by endpoint, type, status and time', async () => {
    hooks.office.wait(3_600);
    const since = `from=${hooks.office.now().toISOString()}`;
    const [first, second] = [await failed(1), await hooks.endpoint({ events: ['ticket.refunded'] })];
    hooks.office.wait(1);
    const { data: tested } = await hooks.office.call<DeliveryJson>('POST', `/webhooks/${second.id}/test`);
    const all = await list(`${since}&per_page=100`);
    expect(all.deliveries[0]).toMatchObject({ id: tested.id, webhook_id: second.id });
    const ofFirst = await list(`${since}&webhook_id=${first.id.toUpperCase()}`);
    expect(ofFirst.deliveries.map(({ webhook_id, status }) => [webhook_id, status])).toEqual([
      [first.id, 'failed'],
      [first.id, 'failed'],
    ]);
    expect((await list(`${since}&type=webhook.test`)).deliveries.map(({ id }) => id)).toEqual([tested.id]);
    expect((await list(`${since}&webhook_id=${second.id}&status=failed`)).meta.total).toBe(0);
    expect((await list(`${since}&per_page=1&page=2`)).deliveries.map(({ id }) => id)).toEqual([all.deliveries[1]?.id]);
    const before = await list(`to=${new Date(hooks.office.now().getTime() - 3_600_000).toISOString()}&per_page=100`);
    expect(before.deliveries.some(({ webhook_id }) => webhook_id === first.id)).toBe(false);
    for (const [query, code] of [
      [`webhook_id=${UNKNOWN_ID}`, 'webhook_not_found'],
      ['from=2027-03-02&to=2027-03-01', 'fields_out_of_order'],
      ['status=lost', 'invalid_field'],
    ] as const)
      expect(await hooks.office.call('GET', `/webhook-deliveries?${query}`)).toMatchObject({ code });
  });

  test('GET /webhook-deliveries/{id} has the bytes that are sent', async () => {
    const endpoint = await hooks.endpoint({ events: ['event.updated'] });
    await hooks.happen();
    await hooks.deliver();
    const { id, ...delivery } = await hooks.delivery(endpoint);
    const { data } = await hooks.office.call<{ body: string }>('GET', `/webhook-deliveries/${id}`);
    expect(data).toMatchObject(delivery);
    const sent = hooks.receiver.at(endpoint.path).find(({ json }) => json.id === delivery.event_id);
    expect(data.body).toBe(sent?.body.toString());
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
