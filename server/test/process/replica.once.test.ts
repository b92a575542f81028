import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as PgClient } from 'pg';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { type Database, DatabaseUnavailable, type Queryable } from '../../src/platform/database/database.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { Replica } from '../../src/platform/replica/replica.ts';
import { migrateSchema } from '../../src/schema/own-schema.ts';
import { baseBackup } from '../databases/base-backup.ts';
import { onlyReading } from '../databases/only-reading.ts';
import { type PostgresServer, startPostgres } from '../databases/postgres-server.ts';
import { openClient } from './client.ts';
import { newInstallation } from './installation.ts';
import { newDataDir, Program, server as serverCommand, startServer } from './start-server.ts';

let [primary, standby]: PostgresServer[] = [];
let [databaseUrl, replicaUrl, folder] = ['', '', ''];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takilya-replica-'));
  await chmod(folder, 0o755);
  primary = await startPostgres({ fsync: false });
  databaseUrl = await primary.createDatabase('takilya');
  const fresh = await openDatabase({ dataDir: '', databaseUrl });
  await migrateSchema(fresh);
  await fresh.close();
  await baseBackup(primary.url, join(folder, 'base'));
  standby = await startPostgres({ fsync: false, cluster: join(folder, 'base'), standbyOf: primary.url });
  replicaUrl = Object.assign(new URL(standby.url), { pathname: '/takilya' }).href;
});

afterAll(async () => {
  await Promise.all([standby?.stop(), primary?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function figures(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length),
    );
  return {
    used: figure('takilya_replica_used'),
    replica: figure('takilya_replica_reads_total{result="replica"}'),
    primary: figure('takilya_replica_reads_total{result="primary"}'),
  };
}

const isUsed = (url: string) => expect.poll(async () => (await figures(url)).used);

test('lists come from the replica and show every write, of any instance; without it they come from the primary', async () => {
  const { env, key } = await newInstallation('postgres', { databaseUrl });
  const withReplica = { ...env, DATABASE_REPLICA_URL: replicaUrl };
  const [one, other] = await Promise.all([startServer(withReplica), startServer(withReplica)]);
  const [client, elsewhere] = [openClient(one.url, key), openClient(other.url, key)];
  const eventId = await client.createEvent({ capacity: 50, price: 500 });
  const order = await client.pay((await client.hold(eventId)).data);
  await isUsed(one.url).toBe(1);

  const lists = [
    'events',
    'orders',
    'orders?q=Ana',
    'orders.csv',
    `events/${eventId}/attendees`,
    `events/${eventId}/attendees.csv`,
  ];
  lists.push('checkouts', 'analytics/sales', 'analytics/series?from=2027-01-01&to=2027-01-02', 'audit-log', 'overview');
  const status = async (path: string, url = one.url) =>
    (await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } }).then(drained)).status;
  const readFrom = async (path: string) => {
    const before = await figures(one.url);
    const answered = await status(path);
    const { replica, primary } = await figures(one.url);
    return { path, status: answered, replica: replica > before.replica, primary: primary > before.primary };
  };
  // A busy standby may be late for a single read.
  for (const path of lists)
    await expect.poll(() => readFrom(path)).toEqual({ path, status: 200, replica: true, primary: false });
  for (const path of [`orders/${order}`, `events/${eventId}`, `events/${eventId}/door`])
    expect(await readFrom(path)).toEqual({ path, status: 200, replica: false, primary: false });

  for (let written = 2; written < 8 || (await figures(other.url)).replica < 5; written++) {
    await client.createEvent({ capacity: 1 });
    const { data } = await elsewhere.call<{ meta: { total: number } }>('GET', '/events');
    expect(data.meta.total).toBe(written);
  }

  const warnings = () => one.errors.split('the replica is not used').length;
  const before = warnings();
  const killed = standby?.kill();
  const answers = [];
  for (let round = 0; round < 10; round++) answers.push(...(await Promise.all(lists.map((path) => status(path)))));
  await killed;
  answers.push(...(await Promise.all(lists.map((path) => status(path)))));
  expect(new Set(answers)).toEqual(new Set([200]));
  await isUsed(one.url).toBe(0);
  expect(warnings()).toBeLessThanOrEqual(before + 1);
  expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
  const late = await startServer(withReplica);
  expect(late.errors).toContain('the replica is not used: lists are read from the primary');
  expect(await status('orders', late.url)).toBe(200);

  await standby?.restart();
  for (const { url } of [one, late]) await isUsed(url).toBe(1);
  await expect.poll(() => readFrom('orders')).toMatchObject({ status: 200, replica: true, primary: false });
  for (const running of [one, other, late]) expect((await running.end('SIGTERM')).code).toBe(0);
});

const drained = async (response: Response) => {
  await response.text();
  return response;
};

/** The replica in this process, and the primary. */
async function openReplica(around: (db: Database) => Database = (db) => db) {
  const db = await openDatabase({ dataDir: '', databaseUrl });
  const location = { url: replicaUrl, preparedStatements: true };
  const replica = await Replica.open(around(db), location, pino({ level: 'silent' }) as never);
  onTestFinished(() => db.close());
  onTestFinished(() => replica.close());
  return { db, replica };
}

const answersFrom = async (db: Queryable) => {
  const [row] = await db.query<{ isStandby: boolean }>(sql`select pg_is_in_recovery() as is_standby`);
  return row?.isStandby ? 'replica' : 'primary';
};

async function onStandby(text: string): Promise<Record<string, unknown>[]> {
  const admin = new PgClient({ connectionString: replicaUrl, application_name: 'test' });
  await admin.connect();
  const { rows } = await admin.query(text);
  await admin.end();
  return rows;
}

test('the handle for reads refuses writes, in every test as well', async () => {
  const { db, replica } = await openReplica();
  // Each is asked again while the primary answers: a busy standby may be late for a single statement.
  const mode = () => replica.query(sql`show default_transaction_read_only`);
  await expect.poll(mode).toEqual([{ defaultTransactionReadOnly: 'on' }]);
  for (const statement of [sql`delete from events where false`, sql`select 1 as one from events for update`]) {
    const refusal = () => replica.query(statement).catch((error: unknown) => String(error));
    await expect.poll(refusal).toContain('read-only');
    expect(() => onlyReading(db).query(statement)).toThrow('a replica cannot run this statement');
  }
  await expect(replica.runScript()).rejects.toThrow('use the database itself');
});

test('a replica that is behind, hangs, or follows another server is not used', async () => {
  let restored = false;
  const { db, replica } = await openReplica((primary) => ({
    ...primary,
    query: async <Row>(statement: Parameters<Database['query']>[0]) =>
      restored && statement.text.includes('pg_current_wal_lsn')
        ? ([{ written: 1 }] as Row[])
        : primary.query<Row>(statement),
  }));
  const from = () => answersFrom(replica);
  const write = () =>
    db
      .query(sql`create table if not exists written_to (n int)`)
      .then(() => db.query(sql`insert into written_to values (1)`));

  // A read that the standby cancels, and one that it found too slow.
  await db.runScript(`
    create function fails_on_standby(code text) returns text language plpgsql as
    $$ begin if pg_is_in_recovery() then raise exception using errcode = code; end if; return 'primary'; end $$`);
  await expect.poll(from).toBe('replica');
  for (const code of ['40001', '57P01'])
    expect(await replica.query(sql`select fails_on_standby(${code}) as from`)).toEqual([{ from: 'primary' }]);
  const tooSlow = () => replica.query(sql`select fails_on_standby('57014')`).catch((error: unknown) => error);
  await expect.poll(tooSlow).toBeInstanceOf(DatabaseUnavailable);

  await onStandby('select pg_wal_replay_pause()');
  await write();
  expect(await from()).toBe('primary');
  expect(await replica.query(sql`select 1 as one from written_to`)).toHaveLength(1);
  await onStandby('select pg_wal_replay_resume()');
  await expect.poll(from).toBe('replica');

  const processes = await onStandby(`
    select pid from pg_stat_activity where application_name = 'takilya'
    union all select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int`);
  const send = (signal: NodeJS.Signals) => processes.map(({ pid }) => process.kill(Number(pid), signal));
  send('SIGSTOP');
  try {
    const sentMs = performance.now();
    expect(await Promise.all([from(), from()])).toEqual(['primary', 'primary']);
    // Not when the connection itself gives up.
    expect(performance.now() - sentMs).toBeLessThan(10_000);
  } finally {
    send('SIGCONT');
  }
  await expect.poll(from).toBe('replica');

  restored = true;
  expect(await from()).toBe('primary');
  restored = false;
  await expect.poll(from).toBe('replica');

  // Promoted, it has writes of its own.
  await onStandby('select pg_promote()');
  await onStandby('insert into written_to values (2)');
  // At the next check, not when the position of the primary has moved on by itself.
  const rows = () => replica.query(sql`select n from written_to`);
  await expect.poll(rows, { timeout: 5_000 }).toEqual([{ n: 1 }]);
});

test('a server that is no copy of the primary, or another database, ends the start', async () => {
  const other = (server: string) => Object.assign(new URL(server), { pathname: '/postgres' }).href;
  for (const [url, sentence] of [
    [inject('postgresServerUrl'), 'DATABASE_REPLICA_URL must name a standby of the server in DATABASE_URL'],
    [other(replicaUrl), 'DATABASE_REPLICA_URL must name the same database as DATABASE_URL'],
  ] as const) {
    const program = new Program(serverCommand, {
      DATA_DIR: await newDataDir(),
      DATABASE_URL: databaseUrl,
      DATABASE_REPLICA_URL: url,
      SECRETS_KEY: Buffer.alloc(32, 9).toString('base64'),
    });
    expect((await program.end()).code).toBe(1);
    expect(program.errors).toContain(sentence);
  }
});
