import Fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import type { Caller } from '../callers/caller.ts';
import { shareReads } from './shared-reads.ts';

/** A route that records its reads; the test finishes them. */
function service() {
  const app = Fastify();
  const reads: { organizationId: string; finish: (value: object) => void; fail: (error: Error) => void }[] = [];
  app.addHook('onRequest', async (request) => {
    request.organizationId = String(request.headers.organization ?? 'one');
    request.caller = { access: new Set([request.headers.access ?? 'read']) } as unknown as Caller;
  });
  shareReads(app);
  app.get('/thing', ({ organizationId }) => {
    return new Promise((finish, fail) => reads.push({ organizationId, finish, fail }));
  });
  app.post('/thing', async () => ({ written: reads.push({ organizationId: '', finish() {}, fail() {} }) }));
  const get = (organization = 'one', url = '/thing', access = 'read') =>
    app.inject({ url, headers: { organization, access } });
  return { app, reads, get };
}

/** Lets pending work run until it waits for the test. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

let running: ReturnType<typeof service>;
afterEach(() => running.app.close());

describe('shared reads', () => {
  test('concurrent requests for the same URL share the bytes of one read', async () => {
    running = service();
    const asked = [running.get(), running.get(), running.get()];
    await settle();
    expect(running.reads).toHaveLength(1);
    running.reads[0]?.finish({ left: 7 });
    const answers = await Promise.all(asked);
    expect(answers.map(({ body }) => body)).toEqual(['{"left":7}', '{"left":7}', '{"left":7}']);
    expect(answers[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('a request that arrives during a read is not answered by it, because the read may be older', async () => {
    running = service();
    const early = running.get();
    await settle();
    const late = [running.get(), running.get()];
    await settle();
    expect(running.reads).toHaveLength(1);
    running.reads[0]?.finish({ left: 1 });
    expect((await early).body).toBe('{"left":1}');
    await settle();
    expect(running.reads).toHaveLength(2);
    running.reads[1]?.finish({ left: 0 });
    expect((await Promise.all(late)).map(({ body }) => body)).toEqual(['{"left":0}', '{"left":0}']);
  });

  test('different organizations, URLs and accesses never share a read', async () => {
    running = service();
    const door = running.get('one', '/thing', 'door');
    const asked = [running.get('one'), running.get('two'), running.get('one', '/thing?page=2'), door];
    await settle();
    expect(running.reads.map(({ organizationId }) => organizationId)).toEqual(['one', 'one', 'two', 'one']);
    for (const { finish } of running.reads) finish({});
    await Promise.all(asked);
  });

  test('a failed read fails the requests that share it, and no later one', async () => {
    running = service();
    const asked = [running.get(), running.get()];
    await settle();
    running.reads[0]?.fail(new Error('broken'));
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([500, 500]);
    const next = running.get();
    await settle();
    running.reads[1]?.finish({ left: 2 });
    expect((await next).body).toBe('{"left":2}');
  });

  test('writes are never shared', async () => {
    running = service();
    const answers = await Promise.all([1, 2].map(() => running.app.inject({ method: 'POST', url: '/thing' })));
    expect(answers.map(({ body }) => body)).toEqual(['{"written":1}', '{"written":2}']);
  });
});
