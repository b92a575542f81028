import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MAX_STREAMS_PER_ORGANIZATION } from '../../src/overview/live/live-streams.ts';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { freePort } from '../databases/postgres-server.ts';
import { openClient } from './client.ts';
import { documented, installedProgram, withValues } from './documented.ts';
import { newInstallation } from './installation.ts';
import { Program, type RunningServer, startServer } from './start-server.ts';

const nginx = installedProgram('nginx');
const BUYERS = 24;
const CAPACITY = 1_000_000;

/** Debian's nginx with the documented site, on free ports. */
async function startNginx(program: string, [first, second]: [string, string]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'takilya-nginx-'));
  const port = await freePort();
  const site = withValues(documented('nginx'), {
    'listen 80;': `listen 127.0.0.1:${port};`,
    '127.0.0.1:3001': first,
    '127.0.0.1:3002': second,
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  const configuration = `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 2; pid nginx.pid;
    error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${site}}`;
  await writeFile(join(directory, 'nginx.conf'), configuration);
  const running = new Program([program, '-p', directory, '-c', 'nginx.conf', '-e', 'stderr'], {});
  onTestFinished(async () => {
    // A killed master would leave its workers behind.
    await running.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(url).then(
        () => true,
        () => running.errors,
      ),
    )
    .toBe(true);
  return url;
}

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

describe.skipIf(!nginx)('behind nginx as documented', () => {
  test('no request fails or is repeated while two instances are restarted one after the other during a sale', async () => {
    const { env, key, inside } = await newInstallation('postgres');
    const start = (port = 0) =>
      startServer({ ...env, ROLE: 'web', DRAIN_SECONDS: '3', PORT: String(port), LOG_LEVEL: 'info' });
    const servers = [await start(), await start()];
    const hosts = servers.map(({ url }) => new URL(url).host) as [string, string];
    const url = await startNginx(nginx ?? '', hosts);
    const eventId = await openClient(url, key).createEvent({ capacity: CAPACITY });

    const load: Load = { failures: [], held: 0, requests: 0 };
    const ended = new AbortController();
    const buyers = Array.from({ length: BUYERS }, () => keepBuying(url, { key, eventId }, load, ended.signal));
    for (const [index, host] of hosts.entries()) {
      await expect.poll(() => Promise.all(servers.map(isAsked))).toEqual([true, true]);
      expect((await servers[index]?.end('SIGTERM'))?.code).toBe(0);
      servers[index] = await start(Number(host.split(':')[1]));
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
  }, 180_000);

  test('too many live streams do not make nginx stop using an instance', async () => {
    const { env, key } = await newInstallation('postgres');
    const started = [await startServer({ ...env, ROLE: 'web' }), await startServer({ ...env, ROLE: 'web' })];
    const url = await startNginx(nginx ?? '', started.map((server) => new URL(server.url).host) as [string, string]);
    const ended = new AbortController();
    const headers = { authorization: `Bearer ${key}` };
    // More streams than both instances allow.
    const streams = Array.from({ length: 2 * MAX_STREAMS_PER_ORGANIZATION + 4 }, () =>
      fetch(`${url}/api/v1/live`, { headers, signal: ended.signal }).then(({ status }) => status),
    );
    expect((await Promise.all(streams)).toSorted().slice(-4)).toEqual([429, 429, 429, 429]);
    for (let n = 0; n < 4; n++) expect((await fetch(`${url}/api/v1/events`, { headers })).status).toBe(200);
    ended.abort();
  });

  test('metrics and health are not public', async () => {
    const { env } = await newInstallation('postgres');
    const server = await startServer(env);
    const { host } = new URL(server.url);
    const url = await startNginx(nginx ?? '', [host, host]);
    for (const path of ['/metrics', '/healthz', '/readyz']) expect((await fetch(`${url}${path}`)).status).toBe(404);
    expect((await fetch(`${url}/api/v1/docs`)).status).toBe(200);
  });
});
