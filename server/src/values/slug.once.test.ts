import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSlug, slugCandidates, slugFrom } from './slug.ts';

describe('the slug of a name', () => {
  test.each([
    ['Sigaw ng Señorita!', 'sigaw-ng-senorita'],
    ['  Tom & Jerry’s <b>Live</b> Band ', 'tom-jerry-s-b-live-b-band'],
    ['ÀÉÎÕÜ ñ 2027', 'aeiou-n-2027'],
    ['U2', 'event-u2'],
    ['王菲', 'event'],
    ['---', 'event'],
  ])('%j is %s', (name, slug) => expect(slugFrom(name, 'event')).toBe(slug));

  test('and every alternative has the form of a slug, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (name) => {
        const made = slugFrom(name, 'shop');
        const all = [...slugCandidates(made)];
        expect(all.filter((slug) => !isSlug(slug))).toEqual([]);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});
