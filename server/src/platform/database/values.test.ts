import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/databases/test-database.ts';

const db = await openTestDatabase();
afterAll(() => db.close());

const noon = new Date('2026-02-03T12:34:56.789Z');
const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Type, value sent, and the value received if it differs. */
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
  ['uuid[]', []],
  ['uuid[]', [uuid, null, uuid.toUpperCase()], [uuid, null, uuid]],
  ['int[]', [1, -2, null, 2147483647, -2147483648]],
  ['bigint[]', [0, -1, 4294967296, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]],
  ['timestamptz[]', [noon, null, new Date('1999-12-31T23:59:59.999Z'), new Date('0099-12-31T00:00:00Z')]],
  ['jsonb[]', [JSON.stringify({ a: '"' }), '[1]', null], [{ a: '"' }, [1], null]],
  ['bool[]', [true, false, null]],
  ['numeric[]', [1.25, 3]],
  ['bytea[]', [Buffer.from('a"\\')]],
];

describe('values', () => {
  test.each(roundTrips)('%s takes %o', async (type, sent, received = sent) => {
    const [row] = await db.query(sql`select ${sent}::${raw(type)} as value`);
    expect(row).toStrictEqual({ value: received });
  });

  test.each(roundTrips)('%s takes null (not %o)', async (type) => {
    expect(await db.query(sql`select ${null}::${raw(type)} as value`)).toStrictEqual([{ value: null }]);
  });

  test('a column decides the type of its parameter', async () => {
    await db.runScript(`create table every_type
      (b bool, i int, n numeric(12,2), t timestamptz, d date, j jsonb, y bytea, a text[], u uuid)`);
    const rows = await db.query(sql`
      insert into every_type values (${true}, ${1}, ${2.5}, ${noon}, ${'2026-02-03'}, ${{ k: 1 }}, ${Buffer.from('x')}, ${['p']}, ${uuid})
      returning *`);
    expect(rows).toStrictEqual([
      { b: true, i: 1, n: 2.5, t: noon, d: '2026-02-03', j: { k: 1 }, y: Buffer.from('x'), a: ['p'], u: uuid },
    ]);
  });

  test.each([
    ["'{t,f,NULL}'::bool[]", [true, false, null]],
    [
      "'{{1,2},{3,4}}'::int[]",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["'[2:3]={1,2}'::int[]", [1, 2]],
    ["'{1.25,3}'::numeric[]", [1.25, 3]],
    ["'{2026-02-03}'::date[]", ['2026-02-03']],
    ["array['\\x6122'::bytea]", [Buffer.from('a"')]],
  ])('reads %s', async (expression, received) => {
    expect(await db.query(sql`select ${raw(expression)} as value`)).toStrictEqual([{ value: received }]);
  });

  const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', '').toWellFormed());
  const arrays = fc.oneof(
    fc.tuple(fc.constant('text'), fc.array(fc.option(text))),
    fc.tuple(fc.constant('int'), fc.array(fc.option(fc.integer()))),
    fc.tuple(fc.constant('bigint'), fc.array(fc.option(fc.maxSafeInteger()))),
    fc.tuple(fc.constant('uuid'), fc.array(fc.option(fc.uuid()))),
    fc.tuple(
      fc.constant('timestamptz'),
      fc.array(
        fc.option(
          fc.date({
            min: new Date('0001-01-01T00:00:00Z'),
            max: new Date('9999-12-31T00:00:00Z'),
            noInvalidDate: true,
          }),
        ),
      ),
    ),
  );

  test('any array survives a round trip', () =>
    fc.assert(
      fc.asyncProperty(arrays, async ([type, items]) => {
        const [row] = await db.query(sql`select ${items}::${raw(type)}[] as value`);
        expect(row).toStrictEqual({ value: items });
      }),
    ));

  test('a large array survives a round trip', async () => {
    const items = Array.from({ length: 3 }, (_, n) => '₱'.repeat(100_000 * (n + 1)));
    expect(await db.query(sql`select ${items}::text[] as value`)).toStrictEqual([{ value: items }]);
  });

  test('arrays unnest side by side', async () => {
    const rows = await db.query(sql`
      select * from unnest(${['a', 'b']}::text[], ${[1, null]}::int[], ${[noon, noon]}::timestamptz[]) as t (name, quantity, at)`);
    expect(rows).toStrictEqual([
      { name: 'a', quantity: 1, at: noon },
      { name: 'b', quantity: null, at: noon },
    ]);
  });

  test('count (int8) and sum (numeric) arrive as numbers', async () => {
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
    'rejects %s, which JavaScript cannot represent, and the connection stays usable',
    async (expression) => {
      await expect(db.query(sql`select ${raw(expression)} as value`)).rejects.toThrow(RangeError);
      expect(await db.query(sql`select 1 as one`)).toStrictEqual([{ one: 1 }]);
    },
  );

  test.each([[undefined], [Number.NaN], [Number.POSITIVE_INFINITY], [new Date('x')]])(
    'rejects the parameter %o',
    async (value) => {
      await expect(db.query(sql`select ${value}::text`)).rejects.toThrow(/undefined|query parameter|Invalid time/);
    },
  );

  test.each<[type: string, item: unknown]>([
    ['text', undefined],
    ['int', 2147483648],
    ['timestamptz', new Date('x')],
    ['uuid', 'abc'],
    ['text', ['an array in an array']],
  ])('rejects %s[] of %o, and the connection stays usable', async (type, item) => {
    await expect(db.query(sql`select ${[item]}::${raw(type)}[]`)).rejects.toThrow();
    expect(await db.query(sql`select ${[uuid]}::uuid[] as value`)).toStrictEqual([{ value: [uuid] }]);
  });

  test('an array of Dates is sent as a SQL array, not as JSON', async () => {
    expect(await db.query(sql`select ${[noon]}::timestamptz[] @> array[${noon}::timestamptz] as found`)).toStrictEqual([
      { found: true },
    ]);
  });
});
