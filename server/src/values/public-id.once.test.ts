import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePublicId, publicId } from './public-id.ts';

describe('a public id', () => {
  test('is 43 URL-safe characters that contain the ids of organization and object', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (organizationId, id) => {
        const text = publicId(organizationId, id);
        expect(text).toMatch(/^[A-Za-z0-9_-]{43}$/);
        expect(parsePublicId(text)).toEqual({ organizationId, id });
      }),
    );
  });

  test('has one spelling only', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), (organization, id, last) => {
        const text = publicId(organization, id);
        const respelt = text.slice(0, -1) + last;
        const parsed = parsePublicId(respelt);
        if (parsed) expect(publicId(parsed.organizationId, parsed.id)).toBe(respelt);
        if (respelt !== text) expect(parsed).not.toEqual({ organizationId: organization, id });
      }),
    );
  });

  test.each([
    '',
    'short',
    'a'.repeat(42),
    'A'.repeat(44),
    `${'A'.repeat(42)}=`,
    `${'A'.repeat(42)}B`,
    `${'A'.repeat(42)}\n`,
  ])('is not %j', (text) => expect(parsePublicId(text)).toBeUndefined());
});
