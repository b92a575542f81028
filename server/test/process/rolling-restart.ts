import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { openClient } from './client.ts';
import type { Installation } from './installation.ts';
import type { RunningServer } from './start-server.ts';

const BUYERS = 24;
const CAPACITY = 1_000_000;

interface Load {
  failures: string[];
  /** Checkouts that buyers got. */
  held: number;
  requests: number;
}

/** Buyers who read an event and hold a place repeatedly, each on a kept connection. */
async function keepBuying(
  url: string,
  { key, eventId }: { key: string; eventId: string },
  load: Load,
  signal: AbortSignal,
) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    event_id: eventId,
    quantity: 1,
    customer: { name: 'Ana Reyes', email: 'ana@example.com' },
    success_url: 'https://shop.example/thanks',
  });
  const ask = async (method: string, path: string, expected: number, sent?: string) => {
    load.requests++;
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, body: sent }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error: Error) => ({ status: 0, text: String(error.cause ?? error) }),
    );
    if (answer.status !== expected) load.failures.push(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.status === expected;
  };
  while (!signal.aborted) {
    await ask('GET', `/events/${eventId}`, 200);
    // Mostly requests that nginx must not repeat.
    for (let n = 0; n < 4; n++) if (await ask('POST', '/checkouts', 201, body)) load.held++;
    await ask('PUT', `/events/${eventId}`, 200, JSON.stringify({ title: 'Night Market' }));
    await pause(20);
  }
}

/** Whether the load balancer sends it requests. */
async function isAsked({ url }: RunningServer): Promise<boolean> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return /duration_seconds_count\{method="GET",route="\/api\/v1\/events\/:id"/.test(text);
}

/**
 * Restarts `servers` one after the other while people buy through the proxy at `url`.
 * @throws when a request failed, or a checkout was made twice or not at all
 */
export async function restartDuringSale({
  url,
  key,
  servers,
  start,
  inside,
}: Pick<Installation, 'key' | 'inside'> & {
  url: string;
  servers: RunningServer[];
  start(port: number): Promise<RunningServer>;
}): Promise<void> {
  const eventId = await openClient(url, key).createEvent({ capacity: CAPACITY });
  const load: Load = { failures: [], held: 0, requests: 0 };
  const ended = new AbortController();
  const buyers = Array.from({ length: BUYERS }, () => keepBuying(url, { key, eventId }, load, ended.signal));
  for (const [index, server] of [...servers].entries()) {
    await expect.poll(() => Promise.all(servers.map(isAsked))).toEqual([true, true]);
    expect((await server.end('SIGTERM')).code).toBe(0);
    servers[index] = await start(Number(new URL(server.url).port));
  }
  await expect.poll(() => Promise.all(servers.map(isAsked))).toEqual([true, true]);
  ended.abort();
  await Promise.all(buyers);

  expect(load.failures).toEqual([]);
  await inside(async (db) => {
    const [row] = await db.query<{ held: number }>(sql`select held from events where id = ${eventId}`);
    expect(row?.held).toBe(load.held);
    await expectConsistency(db);
  });
  console.info(`${load.requests} requests, ${load.held} checkouts, 2 restarts, ${load.failures.length} failures`);
}
