import { describe, expect, test } from 'vitest';
import { chooseSeats } from './choose-seats.ts';

/** The hall after the choice, with the party's places as `O`. A space separates the rows. */
function draw(hall: string, partySize: number): string | null {
  const rows = hall.split(' ');
  const pieces = chooseSeats(rows, partySize);
  if (!pieces) return null;
  const drawn = rows.map((places) => [...places]);
  for (const { row, from, count } of pieces) drawn[row]?.fill('O', from, from + count);
  return drawn.map((places) => places.join('')).join(' ');
}

describe('a party that can sit together without stranding a seat', () => {
  test.each([
    ['sits in the middle of the best row', 3, '......... .........', '...OOO... .........'],
    ['sits left where two places are equally near the middle', 3, '........', '..OOO...'],
    ['sits nearest the middle of the whole row, sold seats and aisles counted', 2, '....xx....__', '....xxOO..__'],
    ['leaves no single seat beside a sold one', 2, 'x.....', 'xOO...'],
    ['leaves no single seat beside an aisle', 3, '......_..', '...OOO_..'],
    ['sits one row back rather than strand a seat', 2, 'xx...xx xxx..xx', 'xx...xx xxxOOxx'],
    ['passes over rows that cannot hold it', 3, '.x..x. ......', '.x..x. OOO...'],
    ['fills a gap of its size', 2, 'x..x ....', 'xOOx ....'],
    ['takes the best row, not a tighter gap behind', 2, '...... x..x', '..OO.. x..x'],
    ['of one takes a single seat of the best row', 1, 'x.xxx ......', 'xOxxx ......'],
    ['of one does not take half of a pair while there is more room behind', 1, 'x..x ....', 'x..x O...'],
    ['never sits across anything but free seats', 2, '._.s.h.b.t.- ..', '._.s.h.b.t.- OO'],
  ])('%s', (_title, partySize, hall, expected) => {
    expect(draw(hall, partySize)).toBe(expected);
  });
});

describe('a party that can sit together only by stranding a seat', () => {
  test.each([
    ['still sits together', 2, 'x...x .x.x.', 'xOO.x .x.x.'],
    ['takes the best row that holds it', 4, 'x...x.. .....xx xx.....', 'x...x.. .OOOOxx xx.....'],
    ['takes the run nearest the middle of that row', 2, '...xxx...xxxx', '...xxxOO.xxxx'],
    ['prefers it to two pieces that strand none', 4, '.....x ..x..x', '.OOOOx ..x..x'],
  ])('%s', (_title, partySize, hall, expected) => {
    expect(draw(hall, partySize)).toBe(expected);
  });
});

describe('a party that fits in no run', () => {
  test.each([
    ['sits in as few pieces as possible', 4, '.x.x.x. ..x..xx', '.x.x.x. OOxOOxx'],
    ['takes two far rows rather than three near pieces', 6, '...x..x xxxxx.x ...xx..', 'OOOx..x xxxxx.x OOOxx..'],
    ['leaves no person alone, although filling the longest run would', 5, 'x....x x....x', 'xOOO.x xOO..x'],
    ['leaves no person alone, even if the pieces are further apart', 4, '...x.x xx..xx', '.OOx.x xxOOxx'],
    ['sits in near rows rather than in better ones far apart', 4, '..xx xxxx ..xx ..xx', '..xx xxxx OOxx OOxx'],
    ['takes the best of equally near rows', 4, '..x.. ..x..', 'OOxOO ..x..'],
    ['strands no seat where pieces of other sizes do not', 6, 'x.....x xx...xx', 'xOOO..x xxOOOxx'],
    ['evens its pieces out as far as needed for that', 8, '.......x....', '...OOOOxOOOO'],
    ['fills the longest run and keeps the rest together', 6, 'x....x x....x', 'xOOOOx xOO..x'],
    ['puts the rest into the tightest run', 6, '....x....x..', '....xOOOOxOO'],
    ['gives the longest piece the best row', 5, 'x...x x...x', 'xOOOx xOO.x'],
    ['sits near the middle of the row', 4, '..x..x..', 'OOxOOx..'],
    ['seats people alone where every seat is single', 2, '.x.x. .x.x.', 'OxOx. .x.x.'],
    ['seats one of an odd party alone where every run is a pair', 3, '..x..', 'OOxO.'],
    ['puts that one on a single seat', 3, '..x..x.', '..xOOxO'],
  ])('%s', (_title, partySize, hall, expected) => {
    expect(draw(hall, partySize)).toBe(expected);
  });
});

describe('the answer', () => {
  test('is null only when too few seats are free', () => {
    expect(chooseSeats(['.x.', 'x'], 2)).not.toBeNull();
    expect(chooseSeats(['.x.', 'x'], 3)).toBeNull();
    expect(chooseSeats([], 1)).toBeNull();
  });

  test('names row, first place and size of each piece, in row order, then place order', () => {
    expect(chooseSeats(['x..x', '_...'], 5)).toEqual([
      { row: 0, from: 1, count: 2 },
      { row: 1, from: 1, count: 3 },
    ]);
  });

  test('exists for the largest party in a section where every run is a pair', () => {
    const rows = Array.from({ length: 800 }, () => '..x'.repeat(9));
    const pieces = chooseSeats(rows, 10_001) ?? [];
    expect(pieces).toHaveLength(5_001);
    expect(pieces.filter(({ count }) => count === 1)).toHaveLength(1);
  });

  test.each([0, -1, 1.5, Number.NaN])('for a party of %d is a RangeError', (partySize) => {
    expect(() => chooseSeats(['...'], partySize)).toThrow(RangeError);
  });
});
