import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/databases/test-database.ts';
import type { Database } from '../database/database.ts';
import { followCommits } from '../database/follow-commits.ts';
import { commitTogether } from './commit-together.ts';

describe('small transactions that share a commit', () => {
  let db: Database;
  let transactions = 0;
  beforeEach(async () => {
    const opened = await openTestDatabase();
    await opened.query(sql`create table notes (id int primary key check (id < 1000))`);
    transactions = 0;
    db = {
      ...opened,
      transaction: (work) => {
        transactions++;
        return opened.transaction(work);
      },
    };
  });
  afterEach(() => db.close());

  const write = (id: number) =>
    commitTogether(db, { lane: 'notes', row: String(id) }, async (tx) => {
      await tx.query(sql`insert into notes values (${id})`);
      return id;
    });
  const written = async () =>
    (await db.query<{ id: number }>(sql`select id from notes order by id`)).map(({ id }) => id);

  test('run in one transaction if they arrive together, each with its own result', async () => {
    expect(await Promise.all([write(1), write(2), write(3)])).toEqual([1, 2, 3]);
    expect(transactions).toBe(1);
    expect(await written()).toEqual([1, 2, 3]);
  });

  test('touch their rows in one order, whatever the order of their arrival', async () => {
    const touched: string[] = [];
    const touch = (row: string, value: number) =>
      commitTogether(db, { lane: 'notes', row }, async () => {
        touched.push(`${row}${value}`);
        return value;
      });
    expect(await Promise.all([touch('b', 1), touch('c', 2), touch('a', 3), touch('b', 4)])).toEqual([1, 2, 3, 4]);
    expect(touched).toEqual(['a3', 'b1', 'b4', 'c2']);
  });

  test('are noted as commits of every member, but not of one that fails', async () => {
    const noted = [1, 2, 5000].map((id) => ({ id, commits: { any: false } }));
    await Promise.allSettled(noted.map(({ id, commits }) => followCommits(commits, () => write(id))));
    expect(noted.map(({ commits }) => commits.any)).toEqual([true, true, false]);
  });

  test('fail alone: the others are committed once', async () => {
    const outcomes = await Promise.allSettled([write(1), write(5000), write(2), write(1)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(await written()).toEqual([1, 2]);
  });
});
