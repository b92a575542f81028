import sql, { raw } from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/test-database.ts';

const db = await openTestDatabase();
afterAll(() => db.close());

const noon = new Date('2026-02-03T12:34:56.789Z');
const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Type, value sent, and what comes back where that is another value. */
const roundTrips: [type: string, sent: unknown, received?: unknown][] = [
  ['bool', true],
  ['bool', false],
  ['bool', 'true', true],
  ['int2', -7],
  ['int4', 2147483647],
  ['int8', Number.MAX_SAFE_INTEGER],
  ['int8', -Number.MAX_SAFE_INTEGER],
  ['int8', 9007199254740991n, Number.MAX_SAFE_INTEGER],
  ['numeric', 12.5],
  ['numeric', 0],
  ['numeric(12,2)', '1234.50', 1234.5],
  ['float8', 0.1],
  ['float8', 1e-7],
  ['text', ''],
  ['text', `it's "quoted" \\ {braces}, ₱ 🎟`],
  ['text', 42, '42'],
  ['varchar(10)', 'abc'],
  ['uuid', uuid],
  ['date', '2026-02-03'],
  ['date', noon, '2026-02-03'],
  ['timestamptz', noon],
  ['timestamptz', '2026-02-03T20:34:56.789+08:00', noon],
  ['timestamptz', '0099-12-31T00:00:00Z', new Date('0099-12-31T00:00:00Z')],
  ['timestamp', '2026-02-03T12:34:56', '2026-02-03 12:34:56'],
  ['interval', '90 minutes', '01:30:00'],
  ['bytea', Buffer.from([0, 1, 127, 255])],
  ['bytea', new Uint8Array([9, 8]), Buffer.from([9, 8])],
  ['bytea', Buffer.alloc(0)],
  ['jsonb', { a: [1, null, 'x'], b: { c: true } }],
  ['jsonb', JSON.stringify([{ row: 'A' }, 2]), [{ row: 'A' }, 2]],
  ['jsonb', '"text"', 'text'],
  ['jsonb', 'null', null],
  ['json', { at: noon }, { at: noon.toISOString() }],
  ['text[]', []],
  ['text[]', ['a', null, 'NULL', '', 'x,y', '{z}', `"q"`, '\\', '₱', ' ']],
  ['text[]', ['{"a":"\\n"}', '"\n"', '\\\t\b\r', '"\u001f\u007f"', '"\u0085\u2028\ufeff"', '"🎟"']],
  ['text[]', ['"\ud83c"', '\udfab"'], ['"\ufffd"', '\ufffd"']],
  ['uuid[]', [uuid]],
  ['int4[]', [1, -2, null]],
  [
    'int4[][]',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['int8[]', [1, Number.MAX_SAFE_INTEGER]],
  ['numeric[]', [1.25, 3]],
  ['float8[]', [0.5]],
  ['bool[]', [true, false, null]],
  ['timestamptz[]', [noon, null]],
  ['date[]', ['2026-02-03']],
  ['bytea[]', [Buffer.from('a"\\')]],
  ['jsonb[]', [{ a: '"' }, { b: [1] }]],
];

describe('values', () => {
  test.each(roundTrips)('%s takes %o', async (type, sent, received = sent) => {
    const [row] = await db.query(sql`select ${sent}::${raw(type)} as value`);
    expect(row).toStrictEqual({ value: received });
  });

  test.each(roundTrips)('%s takes null (not %o)', async (type) => {
    expect(await db.query(sql`select ${null}::${raw(type)} as value`)).toStrictEqual([{ value: null }]);
  });

  test('columns of a table decide the type of their parameters', async () => {
    await db.runScript(`create table every_type
      (b bool, i int, n numeric(12,2), t timestamptz, d date, j jsonb, y bytea, a text[], u uuid)`);
    const rows = await db.query(sql`
      insert into every_type values (${true}, ${1}, ${2.5}, ${noon}, ${'2026-02-03'}, ${{ k: 1 }}, ${Buffer.from('x')}, ${['p']}, ${uuid})
      returning *`);
    expect(rows).toStrictEqual([
      { b: true, i: 1, n: 2.5, t: noon, d: '2026-02-03', j: { k: 1 }, y: Buffer.from('x'), a: ['p'], u: uuid },
    ]);
  });

  test('arrays unnest side by side', async () => {
    const rows = await db.query(sql`
      select * from unnest(${['a', 'b']}::text[], ${[1, null]}::int[], ${[noon, noon]}::timestamptz[]) as t (name, quantity, at)`);
    expect(rows).toStrictEqual([
      { name: 'a', quantity: 1, at: noon },
      { name: 'b', quantity: null, at: noon },
    ]);
  });

  test('count is int8 and sum is numeric: both come back as numbers', async () => {
    expect(await db.query(sql`select count(*), sum(x) from generate_series(1, 3) as x`)).toStrictEqual([
      { count: 3, sum: 6 },
    ]);
  });

  test('instants and dates do not depend on the time zone of the process', async () => {
    const [row] = await db.query(
      sql`select timestamptz '2026-02-03 23:30+00'::date as day, current_setting('timezone') as zone`,
    );
    expect(row).toStrictEqual({ day: '2026-02-03', zone: 'UTC' });
  });

  test.each(['9007199254740993::int8', '9007199254740993::numeric', "'infinity'::timestamptz"])(
    'refuses %s, which JavaScript cannot hold, and goes on working',
    async (expression) => {
      await expect(db.query(sql`select ${raw(expression)} as value`)).rejects.toThrow(RangeError);
      expect(await db.query(sql`select 1 as one`)).toStrictEqual([{ one: 1 }]);
    },
  );

  test.each([[undefined], [Number.NaN], [Number.POSITIVE_INFINITY], [new Date('x')], [[undefined]]])(
    'refuses the parameter %o',
    async (value) => {
      await expect(db.query(sql`select ${value}::text`)).rejects.toThrow(/undefined|query parameter|Invalid time/);
    },
  );

  test('a list of Dates is an array, not JSON', async () => {
    expect(await db.query(sql`select ${[noon]}::timestamptz[] @> array[${noon}::timestamptz] as found`)).toStrictEqual([
      { found: true },
    ]);
  });
});
