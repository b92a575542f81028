import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createApi } from '../src/core/api.ts';
import { retrying } from '../src/core/retrying.ts';
import { Resources } from '../src/generated/resources.ts';
import type { paths } from '../src/generated/schema.ts';
import { Takilya, TakilyaError } from '../src/takilya.ts';
import {
  cutOff,
  drop,
  json,
  type ReceivedRequest,
  refusal,
  type Step,
  scriptedServer,
  silence,
} from './scripted-server.ts';

const EVENT = { id: 'e1', title: 'Barrio Fiesta' };
const created = json(201, { data: EVENT }, { 'x-request-id': 'r1' });
const input = {
  title: 'Barrio Fiesta',
  start_datetime: '2035-05-01T18:00:00+08:00',
  city: 'Makati',
  capacity: 50,
  ticket_price: 350,
};

/** A client whose waits are written down instead of waited for, each with half of the possible jitter. */
async function client(steps: Step[], settings: { retryForMs?: number; timeoutMs?: number } = {}) {
  const { baseUrl, received } = await scriptedServer(...steps);
  const waits: number[] = [];
  const send = retrying((request) => fetch(request), settings, {
    random: () => 0.5,
    pause: async (ms) => void waits.push(ms),
  });
  return { takilya: new Resources(createApi<paths>({ baseUrl, send })), received, waits };
}

const keysOf = (received: ReceivedRequest[]) => received.map(({ headers }) => headers['idempotency-key']);

/** @returns what the call fails with */
const failure = async (call: PromiseLike<unknown>): Promise<TakilyaError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof TakilyaError) return error;
  throw new Error('it did not fail with a TakilyaError', { cause: error });
};

describe('a request', () => {
  test('carries the key, the body and the query; the answer is its data, with the response on demand', async () => {
    const { baseUrl, received } = await scriptedServer(created, json(200, { data: { ...EVENT, title: 'Fiesta' } }));
    const takilya = new Takilya({ apiKey: 'svc_live_x', baseUrl: `${baseUrl}/` });
    const { data, response, requestId } = await takilya.events.create(input).withResponse();
    expect([data, response.status, requestId]).toEqual([EVENT, 201, 'r1']);
    expect((await takilya.attendees.list('a/b', { q: 'Ana & Ben', status: undefined })) satisfies object).toBeDefined();
    expect(received[0]).toMatchObject({ method: 'POST', url: '/api/v1/events', body: JSON.stringify(input) });
    expect(received[0]?.headers.authorization).toBe('Bearer svc_live_x');
    expect(received[1]?.url).toBe('/api/v1/events/a%2Fb/attendees?per_page=100&q=Ana+%26+Ben');
  });

  test('goes to the address of the server, and to that of its API, which npm start prints, too', async () => {
    const { baseUrl, received } = await scriptedServer(json(200, { data: EVENT }));
    for (const address of [baseUrl, `${baseUrl}/api/v1`, `${baseUrl}/api/v1/`])
      await new Takilya({ apiKey: 'svc_live_x', baseUrl: address }).events.get('e1');
    expect(received.map(({ url }) => url)).toEqual(Array.from({ length: 3 }, () => '/api/v1/events/e1'));
  });

  test('can send a picture, and read a text, a stream, and an answer with nothing', async () => {
    const text =
      (type: string, body: string): Step =>
      (response) =>
        response.writeHead(200, { 'content-type': type }).end(body);
    const { takilya, received } = await client([
      json(200, { data: EVENT }),
      text('text/csv; charset=utf-8', 'a,b'),
      text('text/event-stream', 'event: x\n\n'),
      (response) => response.writeHead(204).end(),
    ]);
    await takilya.events.uploadCover('e1', new Blob(['picture'], { type: 'image/png' }));
    expect(received[0]).toMatchObject({ headers: { 'content-type': 'image/png' }, body: 'picture' });
    expect(await takilya.orders.export()).toBe('a,b');
    expect(await new Response(await takilya.overview.stream()).text()).toBe('event: x\n\n');
    expect(await takilya.tiers.delete('t1')).toBeUndefined();
  });
});

test('an empty id is refused before it is sent', async () => {
  const { takilya, received } = await client([created]);
  await expect(takilya.events.get('')).rejects.toThrow(TypeError);
  expect(received).toEqual([]);
});

describe('an error', () => {
  test('has its code, status, field, details and request id, and the code narrows the details', async () => {
    const headers = { 'x-request-id': 'r7' };
    const { takilya } = await client([
      refusal(409, 'not_enough_left', headers, { field: 'items[0]', details: { left: 3 } }),
    ]);
    const error = await failure(takilya.events.get('e1'));
    expect(error).toMatchObject({ status: 409, field: 'items[0]', requestId: 'r7', message: 'It is not_enough_left' });
    if (error.code !== 'not_enough_left') throw error;
    expectTypeOf(error.details.left).toEqualTypeOf<number>();
    expect(error.details.left).toBe(3);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      ...{ status: 409, code: 'not_enough_left', message: 'It is not_enough_left', field: 'items[0]' },
      details: { left: 3 },
    });
  });

  test.each<[string, string, Step]>([
    ['a page of a proxy', 'unexplained', (response) => response.writeHead(418).end('<html>')],
    ['an error that is a plain sentence', 'not_available', json(503, { error: 'Not available yet' })],
    ['an error of another server', 'unexplained', json(410, { error: 'gone' })],
    ['an error of a platform', 'unexplained', json(404, { error: { code: '404', message: 'The app was not found' } })],
    ['a success that is a page', 'unexplained', (response) => response.writeHead(200).end('<html>')],
    ['a success of another server', 'unexplained', json(200, { foo: 1 })],
    ['a success that is null', 'unexplained', json(200, null)],
    ['a success with nothing', 'unexplained', (response) => response.writeHead(200).end()],
    [
      'a success that is not JSON',
      'unexplained',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<'),
    ],
  ])('%s is %s', async (_, code, step) => {
    const { takilya } = await client([step]);
    expect(await failure(takilya.events.get('e1'))).toMatchObject({ code });
    expect(await failure(takilya.events.create(input))).toMatchObject({ code });
    const each = async () => {
      for await (const event of takilya.events.list()) throw new Error(`it listed ${event.id}`);
    };
    expect(await failure(each())).toMatchObject({ code });
  });
});

/** One of the rows that docs/sdk-retries.md promises of both SDKs. */
interface Scenario {
  title: string;
  call: 'GET' | 'PUT' | 'POST' | 'DELETE';
  answers: (string | { status: number; body: unknown })[];
  requests: number;
  ends: string;
}

const { scenarios }: { scenarios: Scenario[] } = JSON.parse(
  readFileSync(new URL('../../retry-scenarios.json', import.meta.url), 'utf8'),
);

function stepOf(answer: Scenario['answers'][number], call: Scenario['call']): Step {
  if (typeof answer !== 'string') return json(answer.status, answer.body);
  if (answer === 'lost') return drop;
  if (answer === 'done')
    return call === 'DELETE' ? (response) => response.writeHead(204).end() : json(200, { data: EVENT });
  const [status, code] = answer.split(' ');
  return code ? refusal(Number(status), code) : (response) => response.writeHead(Number(status)).end('<html>');
}

describe('a request is sent again', () => {
  test.each(scenarios)('or not, by the rule of both SDKs: $title', async ({ call, answers, requests, ends }) => {
    const { takilya, received } = await client(answers.map((answer) => stepOf(answer, call)));
    const send = {
      GET: () => takilya.events.get('e1'),
      PUT: () => takilya.events.update('e1', { title: 'x' }),
      POST: () => takilya.events.create(input),
      DELETE: () => takilya.tiers.delete('t1'),
    }[call];
    if (ends === 'done') expect(await send()).toEqual(call === 'DELETE' ? undefined : EVENT);
    else {
      const { status, code } = await failure(send());
      expect([`${status}`, `${status} ${code}`]).toContain(ends === 'lost' ? '0 unreachable' : ends);
    }
    expect(received.map(({ method }) => method)).toEqual(Array(requests).fill(call));
    const key = call === 'POST' ? expect.any(String) : undefined;
    expect([...new Set(keysOf(received))]).toEqual([key]);
  });

  test.each<[string, Step]>([
    ['the connection breaks before an answer', drop],
    ['the connection breaks in the middle of one', cutOff],
    ['the server is busy', refusal(503, 'overloaded')],
  ])('when %s, with the same Idempotency-Key and body', async (_, step) => {
    const { takilya, received, waits } = await client([step, step, created]);
    expect(await takilya.events.create(input)).toEqual(EVENT);
    const [key] = keysOf(received);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(keysOf(received)).toEqual([key, key, key]);
    expect(received.map(({ body }) => body)).toEqual(Array(3).fill(JSON.stringify(input)));
    // Half of 500 ms, and half of twice as much.
    expect(waits).toEqual([250, 500]);
  });

  test('with a new key for each call, or with the one given', async () => {
    const { takilya, received } = await client([created]);
    await takilya.events.create(input);
    await takilya.events.create(input);
    await takilya.events.create(input, { idempotencyKey: 'mine' });
    const [one, other, given] = keysOf(received);
    expect(one).not.toBe(other);
    expect(given).toBe('mine');
  });

  test('after as long as Retry-After says, and not at all when that is too long', async () => {
    const step = refusal(429, 'rate_limited', { 'retry-after': '60' });
    const patient = await client([step, json(200, { data: EVENT })]);
    expect(await patient.takilya.events.get('e1')).toEqual(EVENT);
    expect(patient.waits).toEqual([60_250]);
    const hasty = await client([step], { retryForMs: 30_000 });
    expect(await failure(hasty.takilya.events.get('e1'))).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 60,
    });
    expect([hasty.received.length, hasty.waits]).toEqual([1, []]);
  });

  test('as often as asked, and not when it is not available, whose words are the message', async () => {
    const { takilya, received } = await client([refusal(503, 'overloaded')]);
    await failure(takilya.events.get('e1', { retries: 1 }));
    expect(received.length).toBe(2);
    const unavailable = await client([json(503, { error: 'Not available yet' })]);
    expect(await failure(unavailable.takilya.events.get('e1'))).toMatchObject({ message: 'Not available yet' });
  });

  test('when no answer comes in time; whoever aborts it gets their own reason', async () => {
    const late = await client([silence, json(200, { data: EVENT })]);
    expect(await late.takilya.events.get('e1', { timeoutMs: 200 })).toEqual(EVENT);
    expect(late.waits.length).toBeGreaterThan(0);
    const { takilya, received } = await client([silence]);
    expect(await failure(takilya.events.get('e1', { timeoutMs: 20, retries: 0 }))).toMatchObject({ code: 'timed_out' });
    const reason = new Error('the buyer left');
    const left = new AbortController();
    const call = takilya.events.get('e1', { signal: left.signal }).catch((error: unknown) => error);
    left.abort(reason);
    expect(await call).toBe(reason);
    expect(received.length).toBeLessThanOrEqual(2);
  });
});

test('whoever aborts it by a timeout of their own gets its reason, not timed_out', async () => {
  const { takilya } = await client([silence]);
  const deadline = AbortSignal.timeout(50);
  const error = await takilya.events.get('e1', { signal: deadline }).catch((error: unknown) => error);
  expect(error).toBe(deadline.reason);
});

test('an answer that is asked to wait has its time on top', async () => {
  const page = { notifications: [], next_cursor: '0', has_more: false };
  const { takilya } = await client([(response) => setTimeout(json(200, { data: page }), 200, response)]);
  const options = { timeoutMs: 20, retries: 0 };
  expect(await takilya.webhooks.listNotifications({ after: '0', wait: 30 }, options)).toEqual(page);
});

test('the wait before the next try is real, and ends at once when the request is aborted', async () => {
  const busy = refusal(503, 'overloaded');
  const { baseUrl, received } = await scriptedServer(
    busy,
    created,
    refusal(429, 'rate_limited', { 'retry-after': '60' }),
  );
  const takilya = new Takilya({ apiKey: 'svc_live_x', baseUrl });
  expect(await takilya.events.create(input)).toEqual(EVENT);
  const left = new AbortController();
  const call = takilya.events.get('e1', { signal: left.signal }).catch((error: unknown) => error);
  await expect.poll(() => received.length).toBe(3);
  const reason = new Error('the buyer left');
  left.abort(reason);
  expect(await call).toBe(reason);
});

describe('a list', () => {
  const page = (ids: string[], number: number, more: boolean) =>
    json(200, { data: { orders: ids.map((id) => ({ id })), meta: { page: number, has_more: more } } });

  test('is one page when awaited, and every entry when iterated, without one that moved to the next page', async () => {
    const { takilya, received } = await client([
      page(['o1', 'o2'], 1, true),
      page(['o2', 'o3'], 2, true),
      page(['o4'], 3, false),
    ]);
    const ids: string[] = [];
    for await (const { id } of takilya.orders.list({ status: 'paid', per_page: 2 })) ids.push(id);
    expect(ids).toEqual(['o1', 'o2', 'o3', 'o4']);
    expect(received.map(({ url }) => url)).toEqual([
      '/orders?per_page=2&status=paid',
      '/orders?per_page=2&status=paid&page=2',
      '/orders?per_page=2&status=paid&page=3',
    ]);
    const { orders, meta } = await takilya.orders.list({ page: 3 });
    expect([orders.length, meta.has_more, received.at(-1)?.url]).toEqual([1, false, '/orders?per_page=50&page=3']);
  });

  test('gives every entry also when entries leave it while they are read', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `o${index + 1}`);
    const left = new Set(ids);
    const { takilya } = await client([
      (response) => {
        const number = Number(new URL(response.req.url ?? '', 'http://localhost').searchParams.get('page') ?? 1);
        const shown = [...left].slice((number - 1) * 50, number * 50).map((id) => ({ id }));
        const meta = { page: number, total: left.size, has_more: number * 50 < left.size };
        json(200, { data: { orders: shown, meta } })(response);
      },
    ]);
    const read: string[] = [];
    for await (const { id } of takilya.orders.list({ status: 'paid' })) {
      read.push(id);
      // Such as refunded ones. Every tenth stays.
      if (!id.endsWith('0')) left.delete(id);
    }
    expect(read).toEqual(ids);
  });

  test('gives no attendee twice who was checked in while the page came again', async () => {
    const page = (status: string, number: number, total: number, ...ids: string[]) => {
      const attendees = ids.map((id) => ({ ticket_id: id, status }));
      return json(200, { data: { attendees, meta: { page: number, total, has_more: total > 2 } } });
    };
    const { takilya } = await client([
      page('valid', 1, 3, 't1', 't2'),
      page('valid', 2, 2),
      page('checked_in', 1, 2, 't2', 't3'),
    ]);
    const attendees = await Array.fromAsync(takilya.attendees.list('e1', { per_page: 2 }));
    expect(attendees.map(({ ticket_id }) => ticket_id)).toEqual(['t1', 't2', 't3']);
  });

  test('knows checkouts by their checkout_id', async () => {
    const page = (number: number, ...ids: string[]) => {
      const checkouts = ids.map((checkout_id) => ({ checkout_id }));
      return json(200, { data: { checkouts, meta: { page: number, total: 4, has_more: number === 1 } } });
    };
    const { takilya } = await client([page(1, 'c1', 'c2'), page(2, 'c2', 'c3')]);
    const checkouts = await Array.fromAsync(takilya.checkouts.list());
    expect(checkouts.map((checkout) => checkout.checkout_id)).toEqual(['c1', 'c2', 'c3']);
  });

  test('reads no page that is not needed, and fails where a page fails', async () => {
    const { takilya, received } = await client([page(['o1'], 1, true), refusal(404, 'event_not_found')]);
    for await (const { id } of takilya.orders.list()) {
      expect(id).toBe('o1');
      break;
    }
    expect(received.length).toBe(1);
    await expect(Array.fromAsync(takilya.orders.list({ event_id: 'e9' }))).rejects.toMatchObject({
      code: 'event_not_found',
    });
  });
});
