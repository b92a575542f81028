import { describe, expect, test } from 'vitest';
import { stateOf } from './state-of.ts';

const at = (time: string) => `2035-05-01T${time}:00.000Z`;
const between = { is_active: true, starts_at: at('10:00'), expires_at: at('12:00') };

describe('what a promo code is', () => {
  test.each([
    ['before its time', '09:59', 'not_yet'],
    ['from its first moment', '10:00', 'on'],
    ['until before its last', '11:59', 'on'],
    ['from its end on', '12:00', 'expired'],
  ])('%s', (_, time, state) => {
    expect(stateOf(between, new Date(at(time)))).toBe(state);
  });

  test('without times it is on', () => {
    expect(stateOf({ is_active: true, starts_at: null, expires_at: null }, new Date(at('10:00')))).toBe('on');
  });

  test('switched off it is off, in its time and after', () => {
    for (const time of ['11:00', '13:00'])
      expect(stateOf({ ...between, is_active: false }, new Date(at(time)))).toBe('off');
  });
});
