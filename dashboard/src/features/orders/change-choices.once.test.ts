import { expect, test } from 'vitest';
import { freeSeats, movesOf, type Ticket, tiersFor } from './change-choices.ts';

const ticket = (id: string, tier_id: string) => ({ id, tier_id }) as Ticket;
const tier = (id: string, fields: object = {}) => ({ id, is_active: true, admission: true, ...fields });

test('a ticket can be of each active tier, and an add-on of other add-ons', () => {
  const event = {
    ticket_tiers: [
      tier('a', { is_active: false }),
      tier('b'),
      tier('c', { is_active: false }),
      tier('x', { admission: false }),
    ],
  };
  const idsFor = (tierId: string) => tiersFor(event as never, ticket('t', tierId)).map(({ id }) => id);
  expect(idsFor('a')).toEqual(['a', 'b']);
  expect(idsFor('x')).toEqual(['x']);
});

test('free seats have the price of the tier, and aisles are no seats', () => {
  const row = (label: string, tier_ids: string[], statuses: (string | null)[]) => ({
    ...{ label, tier_ids, statuses },
    seats: statuses.map((status, index) => (status === null ? null : index + 1)),
    seat_ids: statuses.map((status, index) => (status === null ? null : `${label}${index + 1}`)),
  });
  const sections = [
    { label: 'Floor', rows: [row('A', ['a'], ['free', null, 'sold', 'free']), row('B', ['b'], ['free'])] },
    { label: 'Box', rows: [row('C', ['a'], ['held'])] },
  ];
  expect(freeSeats({ sections } as never, 'a')).toEqual([
    {
      section: 'Floor',
      seats: [
        { id: 'A1', label: 'Floor A 1' },
        { id: 'A4', label: 'Floor A 4' },
      ],
    },
  ]);
});

test('only what differs is sent', () => {
  const tickets = [ticket('1', 'a'), ticket('2', 'a'), ticket('3', 'a'), ticket('4', 'a')];
  const choices = {
    1: { tierId: 'a', seatId: '' },
    2: { tierId: 'b', seatId: '' },
    3: { tierId: 'a', seatId: 's' },
  };
  expect(movesOf(tickets, choices)).toEqual([
    { ticket_id: '2', tier_id: 'b' },
    { ticket_id: '3', seat_id: 's' },
  ]);
});
