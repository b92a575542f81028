import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/databases/test-database.ts';
import type { Database } from './database.ts';
import { readPage } from './read-page.ts';

describe('a page of a list', () => {
  let db: Database;
  const statements: string[] = [];
  beforeAll(async () => {
    const opened = await openTestDatabase();
    db = {
      ...opened,
      query: (statement) => {
        statements.push(statement.text);
        return opened.query(statement);
      },
    };
    await db.query(sql`create table notes as select n, n % 7 as rest from generate_series(1, 1000) n`);
  });
  afterAll(() => db.close());

  const read = (offset: number, over = 0) =>
    readPage<{ n: number }>(db, {
      rows: sql`select n from notes where n > ${over} order by rest desc, n limit 20 offset ${offset}`,
      total: sql`select count(*) as total from notes where n > ${over}`,
    });

  test('has its rows in order, and the length of the whole list, of one statement', async () => {
    const sorted = Array.from({ length: 1000 }, (_, index) => index + 1).sort((a, b) => (b % 7) - (a % 7) || a - b);
    statements.length = 0;
    const { rows, total } = await read(40);
    expect(statements).toHaveLength(1);
    expect(total).toBe(1000);
    expect(rows.map(({ n }) => n)).toEqual(sorted.slice(40, 60));
  });

  test('has the length and no row beyond the end', async () => {
    expect(await read(2000)).toEqual({ rows: [], total: 1000 });
  });

  test('of an empty list is empty', async () => {
    expect(await read(0, 1000)).toEqual({ rows: [], total: 0 });
  });
});
