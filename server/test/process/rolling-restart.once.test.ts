import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MAX_STREAMS_PER_ORGANIZATION } from '../../src/overview/live/live-streams.ts';
import { freePort } from '../databases/postgres-server.ts';
import { documented, installedProgram, withValues } from './documented.ts';
import { newInstallation } from './installation.ts';
import { restartDuringSale } from './rolling-restart.ts';
import { Program, startServer } from './start-server.ts';

const nginx = installedProgram('nginx');

/** Debian's nginx with the documented site, on free ports. */
async function startNginx(program: string, [first, second]: [string, string]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'takilya-nginx-'));
  const port = await freePort();
  const site = withValues(documented('docs/several-instances.md', 'nginx'), {
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

describe.skipIf(!nginx)('behind nginx as documented', () => {
  test('no request fails or is repeated while two instances are restarted one after the other during a sale', async () => {
    const { env, key, inside } = await newInstallation('postgres');
    const start = (port = 0) =>
      startServer({ ...env, ROLE: 'web', DRAIN_SECONDS: '3', PORT: String(port), LOG_LEVEL: 'info' });
    const servers = [await start(), await start()];
    const hosts = servers.map(({ url }) => new URL(url).host) as [string, string];
    const url = await startNginx(nginx ?? '', hosts);
    await restartDuringSale({ url, key, servers, start, inside });
  }, 180_000);

  test('too many live streams do not make nginx stop using an instance', async () => {
    const { env, key } = await newInstallation('postgres');
    const started = [await startServer({ ...env, ROLE: 'web' }), await startServer({ ...env, ROLE: 'web' })];
    const url = await startNginx(nginx ?? '', started.map((server) => new URL(server.url).host) as [string, string]);
    const ended = new AbortController();
    const headers = { authorization: `Bearer ${key}` };
    // More streams than both instances allow. A response that nothing refers to is ended, so all of them are kept.
    const streams = await Promise.all(
      Array.from({ length: 2 * MAX_STREAMS_PER_ORGANIZATION + 4 }, () =>
        fetch(`${url}/api/v1/live`, { headers, signal: ended.signal }),
      ),
    );
    expect(
      streams
        .map(({ status }) => status)
        .toSorted()
        .slice(-4),
    ).toEqual([429, 429, 429, 429]);
    for (let n = 0; n < 4; n++) expect((await fetch(`${url}/api/v1/events`, { headers })).status).toBe(200);
    ended.abort();
  });

  test('a stranger with a long address does not make nginx stop using an instance', async () => {
    const { env, key } = await newInstallation('postgres');
    const started = [await startServer({ ...env, ROLE: 'web' }), await startServer({ ...env, ROLE: 'web' })];
    const url = await startNginx(nginx ?? '', started.map((server) => new URL(server.url).host) as [string, string]);
    for (let n = 0; n < 2; n++) await fetch(`${url}/c/${'a'.repeat(6_000)}/pay`, { redirect: 'manual' });
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${url}/api/v1/events`, { headers })).status).toBe(200);
  });

  test('a write that is 503, such as while a payment provider does not answer, does not make nginx stop using an instance', async () => {
    const instance = async () => {
      const port = await freePort();
      const listening = createServer(({ method }, answer) => answer.writeHead(method === 'PUT' ? 503 : 200).end());
      listening.listen(port, '127.0.0.1');
      onTestFinished(() => void listening.close().closeAllConnections());
      return `127.0.0.1:${port}`;
    };
    const url = await startNginx(nginx ?? '', [await instance(), await instance()]);
    for (let n = 0; n < 2; n++) expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(503);
    expect((await fetch(url)).status).toBe(200);
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
