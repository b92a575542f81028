import { expect, test } from 'vitest';
import { renamed, type View, viewsFrom, withoutView, withView } from './views.ts';

type Filter = Record<string, string>;
const refunds: View<Filter> = { name: 'Refunds', search: { status: 'refunded' } };
const today: View<Filter> = { name: 'Today', search: { from: '2027-03-01' } };

test('a view is added at the end, or replaces the one of its name', () => {
  expect(withView([refunds], today)).toEqual([refunds, today]);
  const other = { name: 'Refunds', search: { q: 'ana' } };
  expect(withView([refunds, today], other)).toEqual([other, today]);
});

test('a view is renamed and deleted; of two with one name the renamed one stays', () => {
  const rename = (...names: [string, string][]) => renamed([refunds, today], new Map(names));
  expect(rename(['Today', 'Now'])).toEqual([refunds, { ...today, name: 'Now' }]);
  expect(rename(['Today', 'Refunds'])).toEqual([{ ...today, name: 'Refunds' }]);
  expect(rename(['Today', 'Now'], ['Refunds', 'Now'])).toEqual([{ ...today, name: 'Now' }]);
  expect(rename()).toEqual([refunds, today]);
  expect(withoutView([refunds, today], 'Refunds')).toEqual([today]);
});

test('two views swap their names', () => {
  const names = new Map([
    ['Refunds', 'Today'],
    ['Today', 'Refunds'],
  ]);
  expect(renamed([refunds, today], names)).toEqual([
    { ...refunds, name: 'Today' },
    { ...today, name: 'Refunds' },
  ]);
});

test.each([[null], ['x'], [{ name: 'Refunds' }], [[1, null, { name: 'x' }, { name: 'x', search: null }]]])(
  'what is no list of views is none: %j',
  (kept) => {
    expect(viewsFrom(kept)).toEqual([]);
  },
);

test('views are read as they were kept', () => expect(viewsFrom([refunds, 'x', today])).toEqual([refunds, today]));
