import { expect, test } from 'vitest';
import { rowMaker } from './row-maker.ts';

test('makes rows with the names of the code', () => {
  const make = rowMaker(['event_id', 'title']);
  expect([make([1, 'Night']), make([2, null])]).toEqual([
    { eventId: 1, title: 'Night' },
    { eventId: 2, title: null },
  ]);
});

test('a name is never code', () => {
  const name = '"}; throw new Error(`oh`); {\\';
  expect(rowMaker([name, 'a'])([1, 2])).toEqual({ [name]: 1, a: 2 });
});

test('lists that only look alike have makers of their own', () => {
  expect(rowMaker(['a', 'b'])([1, 2])).toEqual({ a: 1, b: 2 });
  expect(rowMaker(['a,b'])([1])).toEqual({ 'a,b': 1 });
});
