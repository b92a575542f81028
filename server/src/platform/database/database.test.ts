import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/databases/test-database.ts';
import { type Tx, violatedConstraint, write } from './database.ts';

const db = await openTestDatabase();
afterAll(() => db.close());

await db.runScript(`
  create table shows (id int constraint shows_key primary key, places int constraint places_left check (places >= 0));
  create table seats (show_id int not null constraint seat_of_show references shows, label text, live bool);
  create unique index one_live on seats (show_id, label) where live;
  create table one_live_102126 (id int constraint one_live_shard_102126 unique);`);

beforeEach(() => db.runScript('truncate shows, seats, one_live_102126; insert into shows values (1, 5)'));

const places = async () => (await db.query<{ places: number }>(sql`select places from shows where id = 1`))[0]?.places;

describe('transaction', () => {
  test('commits when work resolves, and resolves with its result', async () => {
    const result = await db.transaction(async (tx) => {
      await tx.query(sql`update shows set places = 4`);
      return ['an', 'array'];
    });
    expect(result).toStrictEqual(['an', 'array']);
    expect(await places()).toBe(4);
  });

  test('rolls back and rejects with the same error when work throws', async () => {
    const reason = new Error('changed my mind');
    const attempt = db.transaction(async (tx) => {
      await tx.query(sql`update shows set places = 0`);
      throw reason;
    });
    await expect(attempt).rejects.toBe(reason);
    expect(await places()).toBe(5);
  });

  test('rejects with the first failure and rolls back, even if work caught the error', async () => {
    const attempt = db.transaction(async (tx) => {
      await tx.query(sql`update shows set places = 4`);
      await tx.query(sql`update shows set places = -1`).catch(() => {});
      return 'fine';
    });
    expect(violatedConstraint(await attempt.catch((error: unknown) => error))).toBe('places_left');
    expect(await places()).toBe(5);
  });

  test('continues at once after a write, and commits after its answer', async () => {
    const happened: string[] = [];
    await db.transaction(async (tx) => {
      tx.commitAfter(tx.query(sql`select pg_sleep(0.05)`).then(() => happened.push('answered')));
      write(tx, sql`update shows set places = 4`);
      tx.onCommit(() => happened.push('committed'));
      happened.push('worked');
    });
    expect(happened).toEqual(['worked', 'answered', 'committed']);
    expect(await places()).toBe(4);
  });

  test('rejects with the error of a write that was not awaited, and rolls back', async () => {
    let committed = false;
    const attempt = db.transaction(async (tx) => {
      write(tx, sql`update shows set places = 4`);
      write(tx, sql`update shows set places = -1`);
      write(tx, sql`update shows set places = 3`);
      tx.onCommit(() => {
        committed = true;
      });
      return 'fine';
    });
    expect(violatedConstraint(await attempt.catch((error: unknown) => error))).toBe('places_left');
    expect(committed).toBe(false);
    expect(await places()).toBe(5);
  });

  test('rejects with the error of a failed write, not of the query that failed because of it', async () => {
    const attempt = db.transaction(async (tx) => {
      write(tx, sql`update shows set places = -1`);
      return tx.query(sql`select places from shows`);
    });
    expect(violatedConstraint(await attempt.catch((error: unknown) => error))).toBe('places_left');
  });

  test('rejects when the connection is lost during the commit', async () => {
    if (db.kind === 'pglite') return; // in-process: there is no connection to lose
    const attempt = db.transaction(async (tx) => {
      write(tx, sql`update shows set places = 4`);
      write(tx, sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(attempt).rejects.toThrow();
    expect(await places()).toBe(5);
  });

  test('is READ COMMITTED', async () => {
    const [row] = await db.transaction((tx) => tx.query(sql`show transaction_isolation`));
    expect(row).toStrictEqual({ transactionIsolation: 'read committed' });
  });

  test('concurrent transactions lose no update', async () => {
    await db.query(sql`update shows set places = 0`);
    await Promise.all(
      Array.from({ length: 50 }, () =>
        db.transaction(async (tx) => {
          const [row] = await tx.query<{ places: number }>(sql`select places from shows where id = 1 for update`);
          await tx.query(sql`update shows set places = ${(row?.places ?? 0) + 1} where id = 1`);
        }),
      ),
    );
    expect(await places()).toBe(50);
  });

  test.each(['query', 'runScript', 'transaction', 'close'] as const)(
    'refuses %s on the root handle inside it, instead of deadlocking',
    async (action) => {
      const use: Record<typeof action, () => Promise<unknown>> = {
        query: () => db.query(sql`select 1`),
        runScript: () => db.runScript('select 1'),
        transaction: () => db.transaction(async () => {}),
        close: () => db.close(),
      };
      await expect(db.transaction(() => use[action]())).rejects.toThrow(
        `${action} on the database handle inside its own transaction`,
      );
      expect(await places()).toBe(5);
    },
  );

  test('allows the root handle after its end, to code that was started inside it', async () => {
    const ended = Promise.withResolvers<void>();
    let later: Promise<unknown> = Promise.resolve();
    await db.transaction(async () => {
      later = ended.promise.then(() => db.query(sql`select 1 as one`));
    });
    ended.resolve();
    expect(await later).toStrictEqual([{ one: 1 }]);
  });

  test('refuses a tx that is used after its end', async () => {
    const leaked = await db.transaction(async (tx): Promise<{ tx: Tx }> => ({ tx }));
    await expect(leaked.tx.query(sql`update shows set places = 0`)).rejects.toThrow('an await is missing');
    expect(await places()).toBe(5);
  });
});

describe('runScript', () => {
  test('runs all of its statements or none', async () => {
    await expect(db.runScript('update shows set places = 4; select 1 / 0')).rejects.toThrow('division by zero');
    expect(await places()).toBe(5);
  });
});

describe('violatedConstraint', () => {
  const refused = async (statement: Parameters<typeof db.query>[0]) =>
    violatedConstraint(await db.query(statement).catch((error: unknown) => error));

  test('names the violated primary key, check, foreign key and partial unique index', async () => {
    await db.query(sql`insert into seats values (1, 'A1', true), (1, 'A1', false)`);
    expect(await refused(sql`insert into shows values (${1}, 1)`)).toBe('shows_key');
    expect(await refused(sql`update shows set places = ${-1}`)).toBe('places_left');
    expect(await refused(sql`insert into seats values (2, 'A1', true)`)).toBe('seat_of_show');
    expect(await refused(sql`insert into seats values (1, ${'A1'}, true)`)).toBe('one_live');
  });

  test('names the constraint of the table where Citus reports that of a shard', async () => {
    await db.query(sql`insert into one_live_102126 values (1)`);
    expect(await refused(sql`insert into one_live_102126 values (1)`)).toBe('one_live_shard');
    const inWords = 'duplicate key value violates unique constraint "one_live_102126"';
    expect(violatedConstraint(Object.assign(new Error(inWords), { code: 'XX000' }))).toBe('one_live');
    expect(violatedConstraint(Object.assign(new Error('index is corrupt'), { code: 'XX000' }))).toBeUndefined();
  });

  test('is undefined for other errors', async () => {
    expect(await refused(sql`select 1 / 0`)).toBeUndefined();
    expect(await refused(sql`insert into seats values (null)`)).toBeUndefined();
    expect(violatedConstraint(new Error('23505'))).toBeUndefined();
    expect(violatedConstraint('23505')).toBeUndefined();
  });
});

test('runs a plain text with values', async () => {
  expect(await db.query({ text: 'select $1::int + $2::int as sum', values: [1, 2] })).toStrictEqual([{ sum: 3 }]);
});

test('reports busy and idle connections, and waiting requests', async () => {
  const { busy, idle, waiting } = db.load();
  expect({ busy, waiting }).toEqual({ busy: 0, waiting: 0 });
  expect(idle).toBeGreaterThan(0);
  // More transactions than connections, so that some wait with either driver.
  const open = Promise.withResolvers<void>();
  const transactions = Array.from({ length: 40 }, () => db.transaction(() => open.promise));
  await expect.poll(() => db.load().waiting).toBeGreaterThan(20);
  const { busy: all, waiting: queue } = db.load();
  expect(all + queue).toBe(40);
  open.resolve();
  await Promise.all(transactions);
  expect(db.load()).toMatchObject({ busy: 0, waiting: 0 });
});
