import { expect, test } from 'vitest';
import { newId } from '../uuid.ts';
import type { Caller } from './caller.ts';
import { TrustedKeys } from './trusted-keys.ts';

const START = new Date('2027-02-01T00:00:00Z');
const nowMs = START.getTime();
const ours = { organizationId: newId(START) } as Caller;
const theirs = { organizationId: newId(START) } as Caller;
const never = { expiresAt: null, nowMs };

test('a key is trusted for a second, and no longer than it is good', () => {
  const keys = new TrustedKeys();
  keys.trust('a', ours, never, keys.changes);
  keys.trust('b', ours, { expiresAt: new Date(nowMs + 500), nowMs }, keys.changes);
  expect(keys.find('a', nowMs + 999)).toBe(ours);
  expect(keys.find('a', nowMs + 1_000)).toBeUndefined();
  expect(keys.find('b', nowMs + 499)).toBe(ours);
  expect(keys.find('b', nowMs + 500)).toBeUndefined();
  expect(keys.find('c', nowMs)).toBeUndefined();
});

test('what changes in an organization is true at once, for its own keys only', () => {
  const keys = new TrustedKeys();
  keys.trust('a', ours, never, keys.changes);
  keys.trust('b', theirs, never, keys.changes);
  keys.changed(ours.organizationId);
  expect(keys.find('a', nowMs)).toBeUndefined();
  expect(keys.find('b', nowMs)).toBe(theirs);
});

test('a key that was found good before a change, and answered after it, is asked for again', () => {
  const keys = new TrustedKeys();
  const asked = keys.changes;
  keys.changed(ours.organizationId);
  keys.trust('a', ours, never, asked);
  expect(keys.find('a', nowMs)).toBeUndefined();
});
