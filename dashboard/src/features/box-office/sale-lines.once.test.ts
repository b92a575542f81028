import { expect, test } from 'vitest';
import type { Event } from '../events/event-queries.ts';
import { saleLines } from './sale-lines.ts';

test('no more tickets are left of a tier than places of the event; an add-on takes none', () => {
  const tier = { is_active: true, admission: true, name: 'Regular', price: 500, minimum_price: null, available: 80 };
  const event = {
    ...{ capacity: 100, tickets_sold: 70 },
    ticket_tiers: [
      { ...tier, id: 'a' },
      { ...tier, id: 'b', available: 20 },
      { ...tier, id: 'c', admission: false, available: 50 },
      { ...tier, id: 'd', is_active: false },
    ],
  } as Event;
  const left = (of: Event) => saleLines(of, { seated: false, sections: [] }).map((line) => [line.key, line.left]);
  expect(left(event)).toEqual([
    ['a', 30],
    ['b', 20],
    ['c', 50],
  ]);
  // An event that was made smaller has no places left.
  expect(left({ ...event, capacity: 60 })).toEqual([
    ['a', 0],
    ['b', 0],
    ['c', 50],
  ]);
});
