import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { purgeOldRows } from '../../src/purge-old-rows.ts';
import { MOST_PASSED } from '../../src/webhooks/reading/read-notifications.ts';
import { MOST_PER_ORGANIZATION } from '../../src/webhooks/reading/waiting-readers.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';

interface Notification {
  cursor: string;
  id: string;
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}
interface Listed {
  notifications: Notification[];
  next_cursor: string;
  has_more: boolean;
}

const DAY_SECONDS = 86_400;
/**
 * Read in three requests: one, as many as are passed over at once, and two; the last of them is of the event itself.
 */
const PAST = MOST_PASSED + 3;

describe('GET /notifications', () => {
  let office: BoxOffice;
  beforeAll(async () => {
    office = await openBoxOffice();
  });
  afterAll(() => office.close());

  const ask = (query = '', key = office.apiKey) =>
    office.call<Listed>('GET', `/notifications${query}`, undefined, { authorization: `Bearer ${key}` });
  async function read(query = ''): Promise<Listed> {
    const { status, data, body } = await ask(query);
    if (status !== 200) throw new Error(`expected notifications, not ${status}: ${body}`);
    return data;
  }
  const latest = async () => (await read('?after=latest')).next_cursor;
  const typesOf = ({ notifications }: Listed) => notifications.map(({ type }) => type);

  test('answers an empty list, and a cursor with which the first ones are read', async () => {
    const { notifications, next_cursor, has_more } = await read();
    expect({ notifications, next_cursor, has_more }).toEqual({ notifications: [], next_cursor: '0', has_more: false });
    expect(await latest()).toBe('0');
    await office.event();
    expect(typesOf(await read(`?after=${next_cursor}`))).toEqual(['event.updated']);
  });

  test('answers what endpoints get, in order, page by page, with a cursor for each', async () => {
    const hook = { url: 'https://hooks.example/a', events: ['ticket.purchased', 'order.refunded'] };
    const { data: webhook } = await office.call<{ id: string }>('POST', '/webhooks', hook);
    const start = await latest();
    const event = await office.event();
    office.wait(1);
    const { orderId } = await office.buy(event, { quantity: 2 });
    office.wait(1);
    await office.call('POST', `/orders/${orderId}/refund`);
    const all = await read(`?after=${start}`);
    expect(typesOf(all).slice(0, 3)).toEqual(['event.updated', 'ticket.purchased', 'ticket.purchased']);
    // These notifications are of one moment, so their order may differ.
    expect(typesOf(all).slice(3).toSorted()).toEqual(['order.refunded', 'ticket.refunded', 'ticket.refunded']);
    const pages: Notification[] = [];
    for (let after = start, more = true; more; ) {
      const page = await read(`?after=${after}&limit=2`);
      expect(page.notifications.at(-1)?.cursor).toBe(page.next_cursor);
      pages.push(...page.notifications);
      after = page.next_cursor;
      more = page.has_more;
    }
    expect(pages).toEqual(all.notifications);
    expect(await read(`?after=${all.notifications[3]?.cursor}`)).toMatchObject({
      notifications: all.notifications.slice(4),
    });

    // The bytes of a delivery are those of the notification without its cursor.
    const { data } = await office.call<{ deliveries: { id: string; event_id: string }[] }>(
      'GET',
      `/webhooks/${webhook.id}/deliveries`,
    );
    expect(data.deliveries).toHaveLength(3);
    for (const { id, event_id } of data.deliveries) {
      const { cursor: _, ...one } = all.notifications.find((each) => each.id === event_id) ?? { cursor: '' };
      const delivery = await office.call<{ body: string }>('GET', `/webhook-deliveries/${id}`);
      expect(JSON.stringify(one)).toBe(delivery.data.body);
    }
  });

  test('answers some types, or the ids alone, and never the test of an endpoint', async () => {
    const hook = { url: 'https://hooks.example/a', events: ['ticket.purchased'] };
    const { data: webhook } = await office.call<{ id: string }>('POST', '/webhooks', hook);
    const start = await latest();
    await office.call('POST', `/webhooks/${webhook.id}/test`);
    const event = await office.event({ capacity: 1 });
    const { ticketId } = await office.buy(event);
    const some = await read(`?after=${start}&type=ticket.purchased,ticket.refunded&payload=thin`);
    expect(some.notifications.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'ticket.purchased', data: { ticket_id: ticketId, event_id: event.id } },
    ]);
    // The cursor has passed those of other types.
    expect(await read(`?after=${some.next_cursor}`)).toMatchObject({ notifications: [], has_more: false });
    expect(typesOf(await read(`?after=${start}`))).not.toContain('webhook.test');
  });

  test('begins with the oldest of a long past that nobody has read, some at a time, and ends at all of it', async () => {
    const shop = await openBoxOffice();
    onTestFinished(() => shop.close());
    const { id: eventId } = await shop.event();
    const body = JSON.stringify({ type: 'event.updated', created_at: shop.now(), data: { event_id: eventId } });
    const ids = Array.from({ length: PAST - 1 }, (_, n) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`);
    await shop.db.query(sql`
      insert into notifications (organization_id, id, type, body, created_at)
      select ${shop.organizationId}, id, 'event.updated', ${body}::jsonb || jsonb_build_object('id', id), now()
        from unnest(${ids}::uuid[]) as past (id)`);
    const page = async (query: string) => (await shop.call<Listed>('GET', `/notifications${query}`)).data;
    const positions = async () =>
      (await shop.db.query<{ count: number }>(sql`select count(position) as count from notifications`))[0]?.count;
    const first = await page('?limit=1');
    expect(first).toMatchObject({ notifications: [{ cursor: `1-${ids[0]}` }], has_more: true });
    expect(await positions()).toBe(MOST_PASSED);
    const rare = await page(`?after=${first.next_cursor}&type=order.refunded`);
    expect(rare).toMatchObject({ notifications: [], has_more: true });
    expect(await positions()).toBe(PAST);
    const rest = await page(`?after=${rare.next_cursor}`);
    expect(rest.notifications).toHaveLength(2);
    expect(rest.has_more).toBe(false);
    expect(await page('?after=latest')).toMatchObject({ next_cursor: rest.next_cursor, has_more: false });
  });

  test('belongs to the organization of the key', async () => {
    await office.event();
    expect((await ask('', office.others.key)).data.notifications).toEqual([]);
    // The position is theirs, and another notification is there, or none.
    expect((await ask(`?after=${await latest()}`, office.others.key)).code).toBe('cursor_gone');
  });

  test('answers 400 to a malformed request', async () => {
    expect(await ask('?after=-1')).toMatchObject({ status: 400, field: 'after', code: 'invalid_cursor' });
    expect(await ask('?type=ticket.sold')).toMatchObject({ status: 400, field: 'type' });
    expect(await ask('?limit=101')).toMatchObject({ status: 400, field: 'limit' });
    expect(await ask('?wait=31')).toMatchObject({ status: 400, field: 'wait' });
  });

  test('waits for a notification, and answers when there is one, or when the time is over', async () => {
    const start = await latest();
    const begun = performance.now();
    expect(await read(`?after=${start}&wait=1`)).toMatchObject({ notifications: [], next_cursor: start });
    expect(performance.now() - begun).toBeGreaterThan(990);
    const waiting = read('?after=latest&type=ticket.purchased&wait=30');
    const event = await office.event();
    await office.buy(event);
    expect(typesOf(await waiting)).toEqual(['ticket.purchased']);
  });

  test('lets an organization wait with some requests, whatever their keys, and others with theirs, and ends all when the server stops', async () => {
    const start = await latest();
    const wait = `?after=${start}&wait=30`;
    const waiting = Array.from({ length: MOST_PER_ORGANIZATION }, () => ask(wait));
    await expect.poll(async () => (await ask(wait)).status).toBe(429);
    expect(await ask(wait)).toMatchObject({
      ...{ status: 429, code: 'too_many_waiting' },
      headers: { 'retry-after': '30' },
    });
    expect((await ask(wait, await office.newKey())).status).toBe(429);
    expect((await ask(`?after=${start}`)).status).toBe(200);
    const other = ask(`?after=latest&wait=30`, office.others.key);
    office.parts.lifecycle.phase = 'leaving';
    for (const { status, data } of await Promise.all([...waiting, other])) {
      expect(status).toBe(200);
      expect(data.notifications).toEqual([]);
    }
    office.parts.lifecycle.phase = 'serving';
    await office.event();
    expect((await ask(wait)).data.notifications).toHaveLength(1);
  });

  test('answers 401 to a request that waits when its key is revoked', async () => {
    const start = await latest();
    const wait = `?after=${start}&wait=30`;
    const key = await office.newKey();
    const { data } = await office.call<{ id: string }>('GET', '/api-keys/current', undefined, {
      authorization: `Bearer ${key}`,
    });
    const waiting = ask(wait, key);
    const others = Array.from({ length: MOST_PER_ORGANIZATION - 1 }, () => ask(wait));
    await expect.poll(async () => (await ask(wait)).status).toBe(429);
    expect((await office.callAsOwner('DELETE', `/api-keys/${data.id}`)).status).toBe(204);
    await office.event();
    expect((await waiting).status).toBe(401);
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200));
  });

  test('answers 410 when notifications after the cursor were deleted, or the cursor is of another database', async () => {
    const early = await latest();
    await office.event();
    const late = await latest();
    const config = readConfig({});
    office.wait((config.keepNotificationsDays + 1) * DAY_SECONDS);
    await purgeOldRows(office.db, config, office.now());
    expect(await ask(`?after=${early}`)).toMatchObject({ status: 410, code: 'cursor_gone' });
    // Only the notification itself was deleted, and none after it.
    expect(await read(`?after=${late}`)).toMatchObject({ notifications: [], has_more: false });
    await office.event();
    const { notifications } = await read();
    expect(notifications).toHaveLength(1);
    expect(await read(`?after=${late}`)).toMatchObject({ notifications });

    // The notification was not read before it was deleted.
    office.wait((config.keepNotificationsDays + 1) * DAY_SECONDS);
    const all = notifications[0]?.cursor;
    await office.event();
    office.wait((config.keepNotificationsDays + 1) * DAY_SECONDS);
    await office.event();
    await purgeOldRows(office.db, config, office.now());
    expect(await ask(`?after=${all}`)).toMatchObject({ status: 410, code: 'cursor_gone' });
    expect((await read()).notifications).toHaveLength(1);

    const [position] = (await latest()).split('-');
    expect((await ask(`?after=${position}-01a1f981-96ad-7929-9cea-a77160fb5991`)).code).toBe('cursor_gone');
    expect((await ask(`?after=${Number(position) + 1}`)).code).toBe('cursor_gone');
  });

  test('answers 410 also to who read before there was any', async () => {
    const young = await openBoxOffice();
    onTestFinished(() => young.close());
    const readAfter = (cursor: string) => young.call<Listed>('GET', `/notifications?after=${cursor}`);
    const { next_cursor } = (await readAfter('latest')).data;
    await young.event();
    const config = readConfig({});
    young.wait((config.keepNotificationsDays + 1) * DAY_SECONDS);
    await purgeOldRows(young.db, config, young.now());
    expect(await readAfter(next_cursor)).toMatchObject({ status: 410, code: 'cursor_gone' });
  });
});
