import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { freePort } from '../databases/postgres-server.ts';
import { createPostgresDatabase } from '../databases/test-database.ts';
import { openClient } from './client.ts';
import { documented, installedProgram, withValues } from './documented.ts';
import { endHolds, type Installation, newInstallation } from './installation.ts';
import { Program, server as serverCommand, startServer } from './start-server.ts';

const pgbouncer = installedProgram('pgbouncer');
const [, major, minor] = pgbouncer
  ? (/(\d+)\.(\d+)/.exec(execFileSync(pgbouncer, ['--version'], { encoding: 'utf8' })) ?? [])
  : [];
const keepsPreparedStatements = Number(major) > 1 || Number(minor) >= 21;
if (pgbouncer && !keepsPreparedStatements)
  console.info(`PgBouncer ${major}.${minor} keeps no prepared statements: those tests are skipped`);

const BUYERS = 40;
const PLACES = 25;
/** Fewer than the connections of one instance, so that transactions of both share them. */
const SERVER_CONNECTIONS = 3;

/** Debian's PgBouncer with the documented settings before this database. @returns the database's address through it */
async function startPgBouncer(databaseUrl: string, { roleSettings = true, more = '' } = {}): Promise<string> {
  const direct = new URL(databaseUrl);
  if (roleSettings) await giveRoleItsSettings(direct);
  const directory = await mkdtemp(join(tmpdir(), 'takilya-pgbouncer-'));
  const port = await freePort();
  const passwords = join(directory, 'userlist.txt');
  await writeFile(passwords, `"${direct.username}" "${direct.password}"\n`);
  const settings = withValues(documented('docs/several-instances.md', 'ini'), {
    'takilya = host=127.0.0.1 port=5432 dbname=takilya': `takilya = host=127.0.0.1 port=${direct.port} dbname=${direct.pathname.slice(1)}`,
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': passwords,
    'default_pool_size = 20': `default_pool_size = ${SERVER_CONNECTIONS}\n${more}`,
  });
  await writeFile(join(directory, 'pgbouncer.ini'), settings);
  // It refuses to run as root, and reads its files as the user it switches to.
  await chmod(directory, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const running = new Program([pgbouncer ?? '', ...user, join(directory, 'pgbouncer.ini')], {});
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await running.says(/process up/);
  return Object.assign(new URL(databaseUrl), { port: String(port), pathname: '/takilya' }).href;
}

/** The documented SQL for the role of the tests, limited to this database because other tests use the role. */
async function giveRoleItsSettings(direct: URL) {
  const client = new Client({ connectionString: direct.href });
  await client.connect();
  const where = `alter role ${direct.username} in database "${direct.pathname.slice(1)}" set`;
  await client.query(withValues(documented('docs/several-instances.md', 'sql'), { 'alter role takilya set': where }));
  await client.end();
}

/** Two instances sell out an event, and the worker releases the holds that end. */
async function sellThrough(pooled: string, { key, inside, env }: Installation, settings: NodeJS.ProcessEnv) {
  const start = () => startServer({ ...env, ...settings, DATABASE_URL: pooled });
  const servers = [await start(), await start()];
  const clients = servers.map(({ url }) => openClient(url, key));
  const [first] = clients;
  if (!first) throw new Error('two servers');
  const eventId = await first.createEvent({ capacity: PLACES });
  const answers = await Promise.all(
    Array.from({ length: BUYERS }, (_, buyer) => (clients[buyer % 2] ?? first).hold(eventId)),
  );
  const held = answers.filter(({ status }) => status === 201);
  expect(held).toHaveLength(PLACES);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(BUYERS - PLACES);
  await Promise.all(held.slice(0, 10).map(({ data }, n) => (clients[n % 2] ?? first).pay(data)));
  await endHolds({ inside });
  const sold = async () =>
    (await first.call<{ ticket_tiers: { available: number }[] }>('GET', `/events/${eventId}`)).data.ticket_tiers[0];
  await expect.poll(sold).toMatchObject({ available: PLACES - 10 });
  for (const server of servers) {
    expect(server.errors).not.toMatch(/"level":50/);
    expect((await server.end('SIGTERM')).code).toBe(0);
  }
  await inside(expectConsistency);
}

describe.skipIf(!pgbouncer)('behind PgBouncer in transaction mode, as documented', () => {
  test('two instances sell out an event and holds end, without prepared statements', async () => {
    const installation = await newInstallation('postgres');
    const pooled = await startPgBouncer(installation.env.DATABASE_URL ?? '');
    await sellThrough(pooled, installation, { DATABASE_PREPARED_STATEMENTS: '0' });
  });

  test.skipIf(!keepsPreparedStatements)('the same with prepared statements, from 1.21 on', async () => {
    const installation = await newInstallation('postgres');
    const pooled = await startPgBouncer(installation.env.DATABASE_URL ?? '', { more: 'max_prepared_statements = 500' });
    await sellThrough(pooled, installation, {});
  });

  test('is refused at start with prepared statements that it does not keep, with instructions', async () => {
    const pooled = await startPgBouncer(await createPostgresDatabase(), {
      more: keepsPreparedStatements ? 'max_prepared_statements = 0' : '',
    });
    const program = new Program(serverCommand, { DATABASE_URL: pooled, PORT: '0' });
    expect((await program.end()).code).toBe(1);
    expect(program.errors).toContain('does not keep prepared statements: set max_prepared_statements of PgBouncer');
  });

  test('several instances that start at once on an empty database migrate it once', async () => {
    const pooled = await startPgBouncer(await createPostgresDatabase({ migrated: false }));
    const start = () => startServer({ DATABASE_URL: pooled, DATABASE_PREPARED_STATEMENTS: '0' });
    await Promise.all([start(), start()]);
  });

  test('sessions without the required settings are refused at start, with instructions', async () => {
    const pooled = await startPgBouncer(await createPostgresDatabase(), { roleSettings: false });
    const program = new Program(serverCommand, { DATABASE_URL: pooled, PORT: '0' });
    expect((await program.end()).code).toBe(1);
    expect(program.errors).toContain('Give them to the role, as docs/several-instances.md says under PgBouncer');
  });
});
