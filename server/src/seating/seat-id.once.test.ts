import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUuid } from '../values/uuid.ts';
import { MAX_SEAT_NUMBER } from './schemas.ts';
import { LARGEST_NUMBER_IN_ID, readSeatId, rowKey, seatId } from './seat-id.ts';

const seats = fc.record({
  event: fc.uuid(),
  section: fc.string({ minLength: 1 }),
  row: fc.string({ minLength: 1 }),
  number: fc.integer({ min: 1, max: MAX_SEAT_NUMBER }),
});
type Seat = typeof seats extends fc.Arbitrary<infer Value> ? Value : never;
const idOf = ({ event, section, row, number }: Seat) => seatId(rowKey(event, section, row), number);

describe('the id of a seat', () => {
  test('is a UUID from which row and number are read again', () => {
    fc.assert(
      fc.property(seats, (seat) => {
        const id = idOf(seat);
        expect(isUuid(id)).toBe(true);
        expect(id).toMatch(/^.{14}8.{4}[89ab]/);
        const read = { key: rowKey(seat.event, seat.section, seat.row), number: seat.number };
        expect(readSeatId(id)).toEqual(read);
      }),
    );
    expect(LARGEST_NUMBER_IN_ID).toBeGreaterThanOrEqual(MAX_SEAT_NUMBER);
  });

  test('is different when event, section, row or number is, wherever a label ends', () => {
    fc.assert(
      fc.property(seats, seats, fc.integer({ min: 0, max: 4 }), (seat, other, which) => {
        const { section, row } = seat;
        const changed = [
          { ...seat, event: other.event },
          { ...seat, section: other.section },
          { ...seat, row: other.row },
          { ...seat, number: other.number },
          { ...seat, section: section + row.slice(0, 1), row: row.slice(1) || row },
        ][which] as Seat;
        fc.pre(JSON.stringify(changed) !== JSON.stringify(seat));
        expect(idOf(changed)).not.toBe(idOf(seat));
      }),
    );
  });

  test('is none for the number that stands for an aisle', () => {
    expect(readSeatId(seatId(rowKey('0190a000-0000-7000-8000-000000000000', 'Lower', 'A'), 0))).toBeUndefined();
  });
});
