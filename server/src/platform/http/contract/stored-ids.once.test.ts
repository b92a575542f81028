import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { Name, nullable, optional, Uuid, Uuids } from './fields.ts';
import { storedIds } from './stored-ids.ts';

const [id, other] = [randomUUID(), randomUUID()];
const [sent, otherSent] = [id.toUpperCase(), other.toUpperCase()];

test('ids get their stored spelling wherever the schema has one; other text stays', () => {
  const change = storedIds(
    Type.Object({
      event_id: Uuid(),
      ids: Uuids('ids'),
      series_id: nullable(Uuid()),
      name: Name(),
      items: Type.Array(Type.Object({ tier_id: optional(Uuid()), seat_ids: optional(Type.Array(Uuid())) })),
    }),
  );
  expect(
    change?.({
      event_id: sent,
      ids: `${sent},${other}`,
      series_id: null,
      name: sent,
      items: [{ tier_id: sent }, { tier_id: null, seat_ids: [sent, otherSent] }, { seat_ids: null }],
    }),
  ).toEqual({
    event_id: id,
    ids: `${id},${other}`,
    series_id: null,
    name: sent,
    items: [{ tier_id: id }, { tier_id: null, seat_ids: [id, other] }, { seat_ids: null }],
  });
});

test('a schema without ids changes nothing, and a missing body stays', () => {
  expect(storedIds(Type.Object({ name: Name() }))).toBeUndefined();
  expect(storedIds(Type.Object({ event_id: Uuid() }))?.(null)).toBeNull();
});
