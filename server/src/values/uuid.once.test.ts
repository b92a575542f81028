import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId, uuidBytes, uuidFromBytes } from './uuid.ts';

describe('a new id', () => {
  const now = new Date('2027-03-01T12:00:00.123Z');

  test('is a UUID of version 7', () => {
    expect(newId(now)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('carries the time to the millisecond', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }), (time) => {
        expect(Number.parseInt(newId(time).replaceAll('-', '').slice(0, 12), 16)).toBe(time.getTime());
      }),
    );
  });

  test('sorts after every id of an earlier millisecond', () => {
    const earlier = newId(now);
    expect(earlier < newId(new Date(now.getTime() + 1))).toBe(true);
  });

  test('is never repeated, even beyond the end of the pool of random bytes', () => {
    expect(new Set(Array.from({ length: 2_000 }, () => newId(now))).size).toBe(2_000);
  });
});

test('a UUID survives the conversion to 16 bytes and back', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(uuidFromBytes(uuidBytes(id))).toBe(id);
    }),
  );
});
