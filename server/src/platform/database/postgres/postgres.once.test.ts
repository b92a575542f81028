import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import sql, { raw } from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../../../test/databases/postgres-server.ts';
import { createPostgresDatabase } from '../../../../test/databases/test-database.ts';
import { openNetwork } from '../../../../test/fixtures/lossy-network.ts';
import { type Database, DatabaseUnavailable, OutcomeUnknown, type Queryable } from '../database.ts';
import { openDatabase } from '../open.ts';
import { ping } from '../ping.ts';
import { openPostgres } from './postgres.ts';

test.each([
  [
    'no server is listening',
    (url: URL) => Object.assign(url, { port: '1' }),
    /127\.0\.0\.1:1, database .* cannot be used: .*ECONNREFUSED/,
  ],
  [
    'the database does not exist',
    (url: URL) => Object.assign(url, { pathname: '/absent' }),
    /database absent, .*does not exist/,
  ],
  ['the password is wrong', (url: URL) => Object.assign(url, { password: 's3cret' }), /password authentication failed/],
])('names the address and the reason, without the password, when %s', async (_case, spoil, message) => {
  const url = spoil(new URL(await createPostgresDatabase({ migrated: false })));
  const error = await openDatabase({ databaseUrl: url.href, dataDir: '/nowhere' }).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(message);
  expect(String(error)).not.toContain(url.password);
});

test('says that the password is missing', async () => {
  const url = Object.assign(new URL(await createPostgresDatabase({ migrated: false })), { password: '' });
  await expect(openPostgres(url.href)).rejects.toThrow('cannot be used: it asks for a password, and the URL has none');
});

test('refuses a server that is too old', async () => {
  const url = await createPostgresDatabase({ migrated: false });
  const db = await openPostgres(url);
  onTestFinished(() => db.close());
  // Hides that of PostgreSQL.
  await db.runScript(`create function public.current_setting(name text) returns text language sql return
    case name when 'server_version' then '14.9' else pg_catalog.current_setting(name) end`);
  const options = encodeURI('options=-c search_path=public,pg_catalog -c TimeZone=UTC -c DateStyle=ISO');
  await expect(openPostgres(`${url}?${options}`)).rejects.toThrow(/it is version 14.9, and Takilya needs 15 or newer/);
});

test('names the socket that it did not find', async () => {
  const opening = openPostgres('postgres:///tickets?host=/nowhere&port=6000&user=me');
  await expect(opening).rejects.toThrow(/^PostgreSQL at \/nowhere:6000, database tickets, user me, .*ENOENT/);
});

test('sessions have an application name and timeouts', async () => {
  const db = await openPostgres(await createPostgresDatabase({ migrated: false }), { poolSize: 1 });
  onTestFinished(() => db.close());
  const settings = [
    'application_name',
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
    'TimeZone',
  ];
  const rows = await db.query<{ value: string }>(
    sql`select current_setting(name) as value from unnest(${settings}::text[]) as name`,
  );
  expect(rows.map(({ value }) => value)).toStrictEqual(['takilya', '15s', '5s', '30s', 'UTC']);
});

test.each([
  ['statement_timeout=0'],
  ['lock_timeout=0'],
  ['idle_in_transaction_session_timeout=0'],
  ['options=-c TimeZone=Asia/Manila'],
  ['options=-c DateStyle=German'],
])('sessions whose settings a pooler dropped are refused: %s', async (setting) => {
  const url = `${await createPostgresDatabase({ migrated: false })}?${encodeURI(setting)}`;
  await expect(openPostgres(url)).rejects.toThrow(
    /Give them to the role, as docs\/several-instances.md says under PgBouncer, and tell a PgBouncer .* to RECONNECT/,
  );
});

test('works the same without prepared statements', async () => {
  const db = await openPostgres(await createPostgresDatabase({ migrated: false }), { preparedStatements: false });
  onTestFinished(() => db.close());
  const prepared = sql`select count(*) as count, ${'text'}::text as text from pg_prepared_statements`;
  for (let n = 0; n < 3; n++) expect(await db.query(prepared)).toStrictEqual([{ count: 0, text: 'text' }]);
});

test('a session keeps a thousand prepared statements, the first ones, and runs others all the same', async () => {
  const db = await openPostgres(await createPostgresDatabase({ migrated: false }), { poolSize: 1 });
  onTestFinished(() => db.close());
  const numbered = (n: number) => sql`select ${'text'}::text as ${raw(`column_${n}`)}`;
  for (let n = 1; n <= 1_100; n++) expect(await db.query(numbered(n))).toEqual([{ [`column${n}`]: 'text' }]);
  const kept = await db.query<{ statement: string }>(sql`select statement from pg_prepared_statements`);
  expect(kept).toHaveLength(1_000);
  expect(kept.map(({ statement }) => statement)).toContain(numbered(1).text);
  expect(await db.query(numbered(1_100))).toEqual([{ column1100: 'text' }]);
});

test('reconnects by itself after the server was killed and restarted', async () => {
  const server = await startPostgres({ fsync: true });
  onTestFinished(() => server.stop());
  const db = await openPostgres(server.url, { poolSize: 4 });
  await db.runScript('create table marks (id int)');
  await db.query(sql`insert into marks values (1)`);

  const interrupted = db.transaction(async (tx) => {
    await tx.query(sql`insert into marks values (2)`);
    await server.kill();
    await tx.query(sql`insert into marks values (3)`);
  });
  await expect(interrupted).rejects.toThrow(/terminat|ECONNRESET|connection error/);
  await expect(interrupted).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(db.transaction(async () => {})).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(db.query(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await server.restart();
  expect(await db.query(sql`select id from marks`)).toStrictEqual([{ id: 1 }]);
  await db.close();
});

test('a lock timeout is distinguished from a rejected statement', async () => {
  const url = await createPostgresDatabase({ migrated: false });
  const [holder, db] = [await openPostgres(url), await openPostgres(url)];
  onTestFinished(() => holder.close());
  onTestFinished(() => db.close());
  await db.runScript('create table marks (id int primary key); insert into marks values (1)');
  const insert = (tx: Queryable) => tx.query(sql`insert into marks values (1)`);
  await holder.transaction(async (tx) => {
    await tx.query(sql`delete from marks`);
    const waiting = db.transaction(async (late) => {
      await late.runScript(`set local lock_timeout = '20ms'`);
      await insert(late);
    });
    await expect(waiting).rejects.toMatchObject({ message: /lock timeout/, cause: { code: '55P03' } });
    await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
  await db.transaction(insert);
  await expect(db.transaction(insert)).rejects.toMatchObject({ code: '23505' });
});

test('a lost node of Citus and a deadlock are unavailable, and other internal errors are not', async () => {
  const db = await openPostgres(await createPostgresDatabase());
  onTestFinished(() => db.close());
  const raise = (words: string, code = 'XX000') =>
    db.runScript(`do $$ begin raise exception using errcode = '${code}', message = '${words}'; end $$`);
  await expect(raise('deadlock detected', '40P01')).rejects.toBeInstanceOf(DatabaseUnavailable);
  for (const words of [
    'could not commit transaction for shard 102059 on at least one active node',
    'terminating connection due to unexpected postmaster exit',
  ])
    await expect(raise(words)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(raise('failed to COPY to shard 102059 on node:5432', '58030')).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  );
  // A log-in that is refused, and a database that is gone.
  for (const code of ['28000', '28P01', '3D000'])
    await expect(raise('refused', code)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(raise('cache lookup failed')).rejects.not.toBeInstanceOf(DatabaseUnavailable);
});

test('a server that takes no writes does not count as there', async () => {
  const db = await openPostgres(await createPostgresDatabase({ migrated: false }));
  onTestFinished(() => db.close());
  await ping(db);
  await db.transaction(async (tx) => {
    await tx.runScript('set transaction read only');
    await expect(ping(tx)).rejects.toThrow(/read-only: DATABASE_URL must name the primary/);
  });
});

test('a write that it refuses may succeed later, unless it is a replica', async () => {
  const url = await createPostgresDatabase();
  const [primary, replica] = [await openPostgres(url), await openPostgres(url, { isReadOnly: true })];
  onTestFinished(async () => void (await Promise.all([primary.close(), replica.close()])));
  const write = (db: Database) =>
    db.transaction(async (tx) => {
      await tx.runScript('set transaction read only');
      await tx.query(sql`delete from mails`);
    });
  await expect(write(primary)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(write(replica)).rejects.toMatchObject({ code: '25006' });
});

describe('a server that is gone without a word', () => {
  const ANSWER_WITHIN_MS = 300;

  test('fails what was sent to it, and the next statement finds its successor', async () => {
    const network = await openNetwork(await createPostgresDatabase({ migrated: false }));
    // The limit of an answer is some seconds longer.
    const db = await openPostgres(`${network.url}?statement_timeout=100`, { poolSize: 2 });
    onTestFinished(() => db.close());
    const [one] = await db.query<{ one: number }>(sql`select 1 as one`);
    expect(one).toStrictEqual({ one: 1 });

    network.lose();
    const lost = [
      db.query(sql`select 1`),
      db.transaction(async (tx) => {
        await tx.query(sql`select 1`);
      }),
    ];
    for (const answer of await Promise.allSettled(lost)) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailable) });
      expect(answer).not.toMatchObject({ reason: expect.any(OutcomeUnknown) });
    }
    expect(await db.query(sql`select 2 as two`)).toStrictEqual([{ two: 2 }]);
  });

  test('leaves open whether a commit was carried out', async () => {
    const network = await openNetwork(await createPostgresDatabase({ migrated: false }));
    const db = await openPostgres(network.url, { poolSize: 2, answerWithinMs: ANSWER_WITHIN_MS });
    onTestFinished(() => db.close());
    const committing = db.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      network.lose();
    });
    await expect(committing).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  test('is waited for by statements without a time limit', async () => {
    const db = await openPostgres(await createPostgresDatabase({ migrated: false }), {
      answerWithinMs: ANSWER_WITHIN_MS,
    });
    onTestFinished(() => db.close());
    const long = sql`select pg_sleep(${(2 * ANSWER_WITHIN_MS) / 1_000})`;
    await db.transaction(async (tx) => {
      await tx.liftTimeLimit();
      await tx.query(long);
      await tx.runScript(`do $$ begin perform pg_sleep(${(2 * ANSWER_WITHIN_MS) / 1_000}); end $$`);
    });
    // The limit is back for the next transaction.
    await expect(db.transaction((tx) => tx.query(long))).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
});

test('killed connections fail the statements on them: nothing hangs, no transaction is half done', async () => {
  const url = await createPostgresDatabase({ migrated: false });
  const db = await openPostgres(url, { poolSize: 6 });
  const killer = await openPostgres(url, { poolSize: 1 });
  onTestFinished(async () => {
    await db.close();
    await killer.close();
  });
  await db.runScript('create table halves (id int, half int)');

  let running = true;
  const answers = { done: 0, failed: 0 };
  const tryTo = (work: Promise<unknown>) =>
    work.then(
      () => answers.done++,
      () => answers.failed++,
    );
  async function buyer(first: number) {
    for (let id = first; running; id += 1) {
      await tryTo(db.query(sql`select pg_sleep(0.001)`));
      const twoHalves = db.transaction(async (tx) => {
        await tx.query(sql`insert into halves values (${id}, 1)`);
        await sleep(id % 3);
        await tx.query(sql`insert into halves values (${id}, 2)`);
      });
      await tryTo(twoHalves);
      await turn();
    }
  }
  const buyers = Array.from({ length: 16 }, (_, n) => buyer(n * 1_000_000));
  for (let round = 0; round < 40; round++) {
    await killer.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5`);
    await sleep(25);
  }
  running = false;
  await Promise.all(buyers);

  expect(answers.failed).toBeGreaterThan(20);
  expect(answers.done).toBeGreaterThan(answers.failed);
  const halves = sql`select id from halves group by id having count(*) <> 2`;
  expect(await db.query(halves)).toStrictEqual([]);
});
