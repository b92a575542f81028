import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/databases/test-database.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import type { Database } from '../database/database.ts';
import { readTogether } from './read-together.ts';

describe('look-ups by id that share a statement', () => {
  const [ours, theirs] = [newId(new Date()), newId(new Date())];
  let db: Database;
  let statements: { organizationId: Uuid; ids: Uuid[] }[] = [];
  const look = readTogether('notes', async (database, organizationId, ids) => {
    statements.push({ organizationId, ids });
    const rows = await database.query<{ id: Uuid; words: string }>(sql`
      select id, words from notes where organization_id = ${organizationId} and id = any(${ids}::uuid[])`);
    return new Map(rows.map(({ id, words }) => [id, words]));
  });
  beforeEach(async () => {
    db = await openTestDatabase();
    statements = [];
    await db.query(sql`create table notes (organization_id uuid, id uuid, words text)`);
  });
  afterEach(() => db.close());

  const note = async (organizationId: Uuid, words: string) => {
    const id = newId(new Date());
    await db.query(sql`insert into notes values (${organizationId}, ${id}, ${words})`);
    return id;
  };

  test('are one statement if they arrive together, with each id once', async () => {
    const [first, second] = [await note(ours, 'first'), await note(ours, 'second')];
    expect(await Promise.all([first, second, first].map((id) => look(db, ours, id)))).toEqual([
      'first',
      'second',
      'first',
    ]);
    expect(statements).toEqual([{ organizationId: ours, ids: [first, second] }]);
  });

  test('find nothing of another organization, and undefined for an unknown id', async () => {
    const id = await note(theirs, 'theirs');
    expect(await Promise.all([look(db, ours, id), look(db, theirs, id)])).toEqual([undefined, 'theirs']);
    expect(statements.map(({ organizationId }) => organizationId)).toEqual([ours, theirs]);
  });

  test('see what was written before the call, even while an earlier statement runs', async () => {
    const id = await note(ours, 'old');
    const before = look(db, ours, id);
    await db.query(sql`update notes set words = 'new'`);
    expect(await look(db, ours, id)).toBe('new');
    await before;
  });

  test('fail together when the database fails, without a retry for each', async () => {
    await db.query(sql`drop table notes`);
    const outcomes = await Promise.allSettled([look(db, ours, ours), look(db, ours, theirs)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(statements).toHaveLength(1);
  });
});
