import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../src/platform/database/embedded/embedded.ts';
import { SECRETS_KEY } from '../databases/prepared-data-dir.ts';
import { createPostgresDatabase } from '../databases/test-database.ts';
import { askAsPage, openClient } from './client.ts';
import { newDataDir, Program, repository, startServer } from './start-server.ts';

/** Runs it like `npx takilya`, with the Node of the machine. */
const takilya = ['node', join(repository, 'scripts/takilya.mjs')];

/** PostgreSQL, so that the server need not be stopped. It also opens twice as fast as the embedded database. */
const onPostgres = async () => ({ DATA_DIR: await newDataDir(), DATABASE_URL: await createPostgresDatabase() });

async function run(env: NodeJS.ProcessEnv, ...words: string[]) {
  const program = new Program([...takilya, ...words], env);
  const { code } = await program.end();
  return { code, output: program.output, errors: program.errors };
}

test('an organization and a key created on the command line work until the key is revoked', async () => {
  const env = await onPostgres();
  const created = await run(env, 'organizations', 'create', '--name', 'Lakbay', '--time-zone', 'Asia/Tokyo');
  expect(created.code).toBe(0);
  // The key is alone on standard output, for scripts.
  const organizationId = created.output.trim();
  expect(created.errors).toContain(`npx takilya keys create --organization ${organizationId}`);
  expect((await run(env, 'organizations', 'list')).output).toBe(`${organizationId}  Lakbay (Asia/Tokyo)\n`);

  const { output } = await run(env, 'keys', 'create', '--organization', organizationId, '--name', 'website');
  const key = output.trim();
  expect(key).toMatch(/^svc_live_\w{38}$/);
  const listed = (await run(env, 'keys', 'list', '--organization', organizationId)).output;
  expect(listed).toContain(`…${key.slice(-4)}  website (all; since `);
  expect(listed).not.toContain(key);

  const { call } = openClient((await startServer(env)).url, key);
  expect((await call('GET', '/events')).status).toBe(200);
  const [keyId = ''] = listed.split(' ');
  expect(await run(env, 'keys', 'revoke', '--organization', organizationId, '--key-id', keyId)).toMatchObject({
    code: 0,
  });
  // The server trusts a key for at most a second.
  await expect.poll(async () => (await call('GET', '/events')).status).toBe(401);
});

test('keys create limits a key by scopes and expiry', async () => {
  const env = await onPostgres();
  const organizationId = (await run(env, 'organizations', 'create', '--name', 'Lakbay')).output.trim();
  const limits = ['--scopes', 'read, door', '--expires', '2099-12-31T23:59:59+08:00'];
  const made = await run(env, 'keys', 'create', '--organization', organizationId, '--name', 'door', ...limits);
  const listed = (await run(env, 'keys', 'list', '--organization', organizationId)).output;
  expect(listed).toMatch(/door \(read, door; since \S+, until 2099-12-31T15:59:59.000Z, never used\)/);
  const server = await startServer(env);
  const { call } = openClient(server.url, made.output.trim());
  expect((await call('GET', '/orders')).status).toBe(200);
  expect((await call('GET', '/team')).status).toBe(403);
});

test('users reset-password and users invite print links that work once', async () => {
  const env = { ...(await onPostgres()), PUBLIC_URL: 'https://tickets.example', ALLOW_SANDBOX_PAYMENTS: '1' };
  const organizationId = (await run(env, 'organizations', 'create', '--name', 'Lakbay')).output.trim();
  const email = 'Ana@example.com';
  const invited = await run(
    env,
    'users',
    'invite',
    '--organization',
    organizationId,
    '--email',
    email,
    '--role',
    'owner',
  );
  expect(invited.output).toMatch(/^https:\/\/tickets\.example\/dashboard\/invitation#[\w-]{43}\n$/);
  const tokenOf = ({ output }: { output: string }) => output.trim().split('#')[1];
  const server = await startServer(env);
  const account = { name: 'Ana', password: 'correct horse battery' };
  expect(
    (await askAsPage(server.url, 'POST', '/invitations/accept', { token: tokenOf(invited), ...account })).status,
  ).toBe(200);

  expect((await run(env, 'users', 'list', '--organization', organizationId)).output).toBe(
    'ana@example.com  Ana (owner)\n',
  );
  const reset = await run(env, 'users', 'reset-password', '--email', 'ana@EXAMPLE.com');
  expect(reset.output).toMatch(/^https:\/\/tickets\.example\/dashboard\/reset#[\w-]{43}\n$/);
  expect((await run(env, 'users', 'turn-off-codes', '--email', email)).output).toContain(
    'was not asked for a second factor',
  );
  const set = { token: tokenOf(reset), password: 'another horse battery' };
  const put = () => askAsPage(server.url, 'PUT', '/password-resets', set);
  expect((await put()).status).toBe(204);
  expect((await put()).status).toBe(404);
});

test('verify requires migrated tables', async () => {
  const env = { DATA_DIR: await newDataDir(), DATABASE_URL: await createPostgresDatabase({ migrated: false }) };
  const early = await run(env, 'verify');
  expect(early).toMatchObject({ code: 1, output: '' });
  expect(early.errors).toContain('the database is older than this version of Takilya: it has not had 0001-schema');
});

test('migrate and demo prepare an installation; a database with data gets no demo', async () => {
  const env = { DATA_DIR: await newDataDir() };
  expect((await run(env, 'migrate')).output).toMatch(/^Applied: 0001-/);
  expect((await run(env, 'migrate')).output).toBe('The database is up to date.\n');
  expect((await run(env, 'demo')).output).toContain(join(env.DATA_DIR, 'demo.json'));
  const other = { DATA_DIR: await newDataDir('migrate') };
  await run(other, 'organizations', 'create', '--name', 'Lakbay');
  const refused = await run(other, 'demo');
  expect(refused.code).toBe(1);
  expect(refused.errors).toContain('the database is not empty');
});

test('demo refuses what DEMO=1 does: a mail server, and payments with real money', async () => {
  const env = { DATA_DIR: await newDataDir('migrate'), SECRETS_KEY };
  const mail = { MAIL_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'tickets@takilya.example' };
  const refused = await run({ ...env, ...mail, PAYMENT_PROVIDER: 'paymongo' }, 'demo');
  expect(refused).toMatchObject({ code: 1, output: '' });
  expect(refused.errors).toContain('npx takilya demo cannot be used with MAIL_URL');
  expect(refused.errors).toContain('npx takilya demo needs PAYMENT_PROVIDER=sandbox');
  expect(existsSync(join(env.DATA_DIR, 'demo.json'))).toBe(false);
  expect((await run(env, 'organizations', 'list')).output).toBe('There is no organization yet.\n');
});

test('demo fails with the reason if demo.json cannot be written', async () => {
  const env = { DATA_DIR: await newDataDir('migrate') };
  await mkdir(join(env.DATA_DIR, 'demo.json'));
  const { code, errors } = await run(env, 'demo');
  expect(code).toBe(1);
  expect(errors).toContain('EISDIR');
});

test('verify checks every invariant of the demo, and names broken ones with their rows', async () => {
  const env = { DATA_DIR: await newDataDir('demo') };
  const good = await run(env, 'verify');
  expect(good).toMatchObject({ code: 0, errors: '' });
  expect(good.output).toMatch(/^(ok {6}\S.*\n){30,}\nAll \d+ invariants hold/);

  const db = await openEmbedded(env.DATA_DIR);
  await db.query(sql`update sales_figures set orders = orders + 1`);
  const [{ figures = 0 } = {}] = await db.query<{ figures: number }>(
    sql`select count(*) as figures from sales_figures`,
  );
  const ofEach = await db.query<{ organizationId: string; count: number }>(
    sql`select organization_id, count(*) as count from sales_figures group by 1`,
  );
  expect(ofEach.length).toBeGreaterThan(1);
  await db.close();
  const bad = await run(env, 'verify');
  expect(bad.code).toBe(1);
  expect(bad.errors).toMatch(/^takilya: 1 of \d+ invariants are violated/);
  expect(bad.output).toMatch(
    /^BROKEN {2}the sales figures are the sums over the orders.*\n( {8}\{"organization_id":.*\n){5} {8}… and \d+ more\n/m,
  );
  expect(bad.output).toContain(`… and ${figures - 5} more`);
  for (const { organizationId, count } of ofEach) {
    const { code, output } = await run(env, 'verify', '--organization', organizationId);
    expect(code).toBe(1);
    expect(output).toContain(`… and ${count - 5} more`);
  }
  expect(bad.output.match(/^ok/gm)?.length).toBe((good.output.match(/^ok/gm)?.length ?? 0) - 1);

  const server = await startServer(env);
  const refused = await run(env, 'organizations', 'list');
  expect(refused).toMatchObject({ code: 1, output: '' });
  expect(refused.errors).toContain(`${env.DATA_DIR} is in use by process ${server.child.pid}`);
});

test.each([
  ['SIGTERM', 0],
  ['SIGINT', 0],
  // The server ends at once with 128 plus the number of the signal.
  ['SIGHUP', 129],
] as const)('serve runs the server, passes %s on and exits with its code', async (signal, code) => {
  const server = await startServer({ DATA_DIR: await newDataDir('migrate') }, [...takilya, 'serve']);
  expect((await server.end(signal)).code).toBe(code);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
});

test('verify keeps its exit code if its output is closed, and reports a failed write', async () => {
  const env = await onPostgres();
  await run(env, 'migrate');
  const shell = async (command: string) => {
    const program = new Program(['bash', '-c', `set -o pipefail; ${takilya.join(' ')} ${command}`], env);
    const { code } = await program.end();
    return { code, errors: program.errors };
  };
  expect(await shell('verify | true')).toEqual({ code: 0, errors: '' });
  if (!existsSync('/dev/full')) return;
  const { code, errors } = await shell('verify > /dev/full');
  expect(code).toBe(1);
  expect(errors).toMatch(/^takilya: the command ran, but its output cannot be written: ENOSPC/);
  expect(errors).not.toContain('node:events');
});

test('serve --help builds no pages', async () => {
  const sayWhatRuns = `data:text/javascript,${encodeURIComponent("console.error(process.argv.slice(1).join(' '))")}`;
  const { code, output, errors } = await run({ NODE_OPTIONS: `--import=${sayWhatRuns}` }, 'serve', '--help');
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/^Usage: npx takilya serve/) });
  expect(errors).toContain('server/dist/takilya.js serve --help');
  expect(errors).toMatch(/build\.ts server$/m);
  expect(errors).not.toMatch(/build\.ts$/m);
});
