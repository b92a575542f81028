import { describe, expect, test } from 'vitest';
import { stateOf } from './state-of.ts';

const at = (time: string) => `2035-05-01T${time}:00.000Z`;
const between = { is_active: true, starts_at: at('10:00'), expires_at: at('12:00') };

describe('the status of a promo code', () => {
  test.each([
    ['before it starts', '09:59', 'not_yet'],
    ['from its start on', '10:00', 'on'],
    ['until just before it expires', '11:59', 'on'],
    ['from its expiry on', '12:00', 'expired'],
  ])('%s', (_, time, state) => {
    expect(stateOf(between, new Date(at(time)))).toBe(state);
  });

  test('without times it is active', () => {
    expect(stateOf({ is_active: true, starts_at: null, expires_at: null }, new Date(at('10:00')))).toBe('on');
  });

  test('an inactive code is inactive within its times and after them', () => {
    for (const time of ['11:00', '13:00'])
      expect(stateOf({ ...between, is_active: false }, new Date(at(time)))).toBe('off');
  });
});
