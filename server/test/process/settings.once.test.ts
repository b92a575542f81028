import { globSync } from 'node:fs';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../databases/test-database.ts';
import { askAsPage, openClient } from './client.ts';
import { newInstallation } from './installation.ts';
import { newDataDir, Program, repository, server as serverCommand, startServer } from './start-server.ts';

interface Demo {
  api_url: string;
  dashboard_url: string;
  organizations: { id: string; name: string; api_key: string; dashboard: { email: string; password: string } }[];
}

async function readDemo(dataDir: string): Promise<Demo> {
  return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
}

test('all invalid settings are named at once, nothing starts and the exit code is 1', async () => {
  const dataDir = await newDataDir();
  const program = new Program(serverCommand, {
    DATA_DIR: join(dataDir, 'new'),
    ROLE: 'boss',
    PORT: '99999',
    DRAIN_SECONDS: '-1',
    PUBLIC_URL: 'shop.example',
    DATABASE_URL: 'mysql://root:secret@localhost/tickets',
    DEMO: 'yes',
    RATE_LIMIT_PER_MINUTE: '0',
    CHECKOUT_HOLD_SECONDS: '1.5',
    LOG_LEVEL: 'loud',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
    OTEL_TRACES_SAMPLER_ARG: '2',
  });
  expect((await program.end()).code).toBe(1);
  for (const name of [
    'ROLE',
    'PORT',
    'DRAIN_SECONDS',
    'PUBLIC_URL',
    'DATABASE_URL',
    'DEMO',
    'RATE_LIMIT_PER_MINUTE',
    'CHECKOUT_HOLD_SECONDS',
    'LOG_LEVEL',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_TRACES_SAMPLER_ARG',
  ])
    expect(program.errors).toMatch(new RegExp(`^ {2}- ${name} must be `, 'm'));
  expect(program.errors).not.toContain('secret');
  expect(program.errors).not.toMatch(/^ +at /m);
  expect(program.output).toBe('');
  expect(await readdir(dataDir)).toStrictEqual([]);
});

test('docs/settings.md lists exactly the existing settings', async () => {
  const read = async (path: string) => readFile(join(repository, path), 'utf8');
  const files = globSync('server/src/config/*.ts', { cwd: repository, exclude: ['**/*.test.ts'] });
  const text = (await Promise.all(files.map(read))).join('\n');
  // Where a setting is read, or in a constant that names it for several uses.
  const uses = text.matchAll(/\benv(?:,|\.\w+\()\s*'([A-Z][A-Z0-9_]+)'|[:=] '([A-Z]+_[A-Z0-9_]+)'/g);
  const known = [...uses].map(([, read, named]) => read ?? named);
  const [section = ''] = (await read('docs/settings.md')).split('## Embedded database');
  const firstCells = [...section.matchAll(/^\| (`[^|]+`) +\|/gm)].map(([, cell = '']) => cell);
  const documented = firstCells.flatMap((cell) => cell.match(/[A-Z][A-Z0-9_]+/g) ?? []);
  expect(documented.length).toBeGreaterThan(10);
  expect(documented.toSorted()).toEqual([...new Set(known)].toSorted());
});

test('an unreachable database ends the start with its address, without its password', async () => {
  const program = new Program(serverCommand, {
    DATA_DIR: await newDataDir(),
    DATABASE_URL: 'postgres://takilya:secret@127.0.0.1:1/tickets',
  });
  expect((await program.end()).code).toBe(1);
  expect(program.errors).toContain('PostgreSQL at 127.0.0.1:1, database tickets, user takilya, cannot be used');
  expect(program.errors).not.toContain('secret');
});

test('a DATA_DIR that cannot hold the mails ends the start, with PostgreSQL, too', async () => {
  const file = join(await newDataDir(), 'file');
  await writeFile(file, '');
  const program = new Program(serverCommand, {
    DATA_DIR: file,
    DATABASE_URL: await createPostgresDatabase(),
    SECRETS_KEY: Buffer.alloc(32, 9).toString('base64'),
    DEMO: '0',
    PORT: '0',
  });
  expect((await program.end()).code).toBe(1);
  expect(program.errors).toContain(`DATA_DIR ${file} cannot be used`);
});

test('a second server on the same DATA_DIR is refused, and the first continues', async () => {
  const dataDir = await newDataDir('migrate');
  const first = await startServer({ DATA_DIR: dataDir });
  const second = new Program(serverCommand, { DATA_DIR: dataDir, PORT: '0' });
  expect((await second.end()).code).toBe(1);
  expect(second.errors).toContain(`${dataDir} is in use by process ${first.child.pid}`);
  expect(second.errors).toContain('DATABASE_URL');
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test('a port in use ends the start and releases the database', async () => {
  const taken = await startServer({ DATA_DIR: await newDataDir('migrate') });
  const dataDir = await newDataDir('migrate');
  const port = new URL(taken.url).port;
  const second = new Program(serverCommand, { DATA_DIR: dataDir, PORT: port });
  expect((await second.end()).code).toBe(1);
  expect(second.errors).toContain(`PORT ${port} on 127.0.0.1 is taken`);
  await startServer({ DATA_DIR: dataDir });
});

test('the embedded database gets demo data by default: two organizations, with their keys in a file that only its owner can read', async () => {
  const dataDir = await newDataDir();
  const server = await startServer({ DATA_DIR: dataDir, DEMO: '' });
  const { mode } = await stat(join(dataDir, 'demo.json'));
  expect(mode & 0o777).toBe(0o600);
  const demo = await readDemo(dataDir);
  expect(demo.api_url).toBe(`http://localhost:${new URL(server.url).port}/api/v1`);
  expect(demo.dashboard_url).toBe(`http://localhost:${new URL(server.url).port}/dashboard/`);
  expect(demo.organizations.length).toBeGreaterThanOrEqual(2);
  expect(server.output).not.toContain('/dashboard/set-up#');
  for (const { id, name, api_key: key, dashboard } of demo.organizations) {
    const me = await askAsPage(server.url, 'POST', '/log-in', dashboard);
    expect(me.data).toMatchObject({ organization: { id, name }, role: 'owner' });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(name).not.toBe('');
    expect(key).toMatch(/^svc_live_/);
    const { status, data } = await openClient(server.url, key).call<unknown[]>('GET', '/orders');
    expect(status).toBe(200);
    expect(data).not.toStrictEqual({ orders: [] });
  }
  expect(new Set(demo.organizations.map(({ api_key: key }) => key)).size).toBe(demo.organizations.length);
  await server.end('SIGTERM');

  // A copied file may have lost its mode.
  await chmod(join(dataDir, 'demo.json'), 0o644);
  const again = await startServer({ DATA_DIR: dataDir, DEMO: '' });
  const kept = await readDemo(dataDir);
  expect(kept.organizations).toStrictEqual(demo.organizations);
  expect(kept.api_url).toBe(`http://localhost:${new URL(again.url).port}/api/v1`);
  expect((await stat(join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);
  for (const { api_key: key } of kept.organizations)
    expect((await openClient(again.url, key).call('GET', '/events')).status).toBe(200);
});

test('an installation without demo data prints a link to create the first account, until there is one', async () => {
  const env = { DATA_DIR: await newDataDir('migrate'), DEMO: '0', LOG_LEVEL: 'info' };
  const linkOf = ({ output }: { output: string }) => /http:\S+\/dashboard\/set-up#([\w-]{43})/.exec(output)?.[1] ?? '';
  const first = await startServer(env);
  await first.end('SIGTERM');
  const second = await startServer(env);
  const [old, token] = [linkOf(first), linkOf(second)];
  expect(token).not.toBe('');
  expect(token).not.toBe(old);
  const account = { name: 'Ana', email: 'ana@example.com', password: 'correct horse battery' };
  const made = await askAsPage(second.url, 'POST', '/set-up', { token, organization_name: 'Sining', ...account });
  expect(made.data).toMatchObject({ user: { email: account.email }, role: 'owner' });
  expect(
    (await askAsPage(second.url, 'POST', '/set-up', { token: old, organization_name: 'B', ...account })).status,
  ).toBe(404);
  expect(second.errors).not.toContain(token);
  expect(second.errors).not.toContain(account.email);
  expect(second.errors).not.toContain(account.password);
  await second.end('SIGTERM');
  const logIns = second.errors.split('\n').filter((line) => line.includes('"logged_in"'));
  expect(logIns.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: 'security: logged in',
      ip: '127.0.0.1',
      userId: expect.any(String),
      organizationId: expect.any(String),
    }),
  ]);
  const third = await startServer(env);
  expect(linkOf(third)).toBe('');
  expect((await askAsPage(third.url, 'POST', '/log-in', account)).status).toBe(200);
});

test('DEMO=0 and production create no demo data', async () => {
  const settings = [{ DEMO: '0' }, { DEMO: '', NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: '1' }];
  for (const env of settings) {
    const dataDir = await newDataDir('migrate');
    const server = await startServer({ DATA_DIR: dataDir, ...env });
    expect(await readdir(dataDir)).not.toContain('demo.json');
    expect(server.output).toContain('npx takilya organizations create');
  }
});

test('a demo.json of another database is not used', async () => {
  const { env } = await newInstallation('postgres');
  const organizations = [{ id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'Elsewhere', api_key: 'svc_live_none' }];
  await writeFile(join(env.DATA_DIR ?? '', 'demo.json'), JSON.stringify({ api_url: '', organizations }));
  const server = await startServer({ ...env, DEMO: '1' });
  expect(server.output).not.toContain('svc_live_none');
});

test('checkout_url starts with PUBLIC_URL', async () => {
  const { env, key } = await newInstallation('postgres');
  const server = await startServer({ ...env, PUBLIC_URL: 'https://tickets.example/', ALLOW_SANDBOX_PAYMENTS: '1' });
  expect(server.output).toContain('https://tickets.example/api/v1');
  const client = openClient(server.url, key);
  const { data } = await client.hold(await client.createEvent({ capacity: 10 }));
  expect(data.checkout_url).toMatch(/^https:\/\/tickets\.example\/c\/cs_/);
  const openApi = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as { servers: { url: string }[] };
  expect(openApi.servers[0]?.url).toBe('https://tickets.example/api/v1');
});
