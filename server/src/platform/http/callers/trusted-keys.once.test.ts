import { describe, expect, test } from 'vitest';
import { newId } from '../../../values/uuid.ts';
import { type KeyCaller, TrustedKeys } from './trusted-keys.ts';

const START = new Date('2027-02-01T00:00:00Z');
const nowMs = START.getTime();
const caller = (expiresAt: Date | null = null) => ({ organizationId: newId(START), expiresAt }) as KeyCaller;
const ours = caller();
const theirs = caller();

/** A look-up that the test resolves. */
function pendingLookup() {
  const { promise, resolve, reject } = Promise.withResolvers<KeyCaller | undefined>();
  let times = 0;
  const ask = () => {
    times++;
    return promise;
  };
  return { ask, resolve, reject, times: () => times };
}
const answering = (found: KeyCaller | undefined) => async () => found;
const mustNotLookUp = () => Promise.reject(new Error('unexpected look-up'));

describe('a valid key', () => {
  test('is trusted for a second, but not beyond its expiry', async () => {
    const keys = new TrustedKeys();
    await keys.callerOf('a', nowMs, answering(ours));
    const expiring = caller(new Date(nowMs + 500));
    await keys.callerOf('b', nowMs, answering(expiring));
    expect(keys.callerOf('a', nowMs + 999, mustNotLookUp)).toBe(ours);
    expect(await keys.callerOf('a', nowMs + 1_000, answering(undefined))).toBeUndefined();
    expect(keys.callerOf('b', nowMs + 499, mustNotLookUp)).toBe(expiring);
    expect(await keys.callerOf('b', nowMs + 500, answering(undefined))).toBeUndefined();
  });

  test('is not trusted for hours when the clock was ahead and is set back: another instance may have revoked it', async () => {
    const keys = new TrustedKeys();
    await keys.callerOf('a', nowMs + 8 * 3_600_000, answering(ours));
    expect(await keys.callerOf('a', nowMs, answering(undefined))).toBeUndefined();
  });

  test('is looked up once for concurrent requests, and again after a failure', async () => {
    const keys = new TrustedKeys();
    const broken = pendingLookup();
    const failing = [1, 2].map(() => keys.callerOf('a', nowMs, broken.ask));
    broken.reject(new Error('no database'));
    await Promise.all(failing.map((one) => expect(one).rejects.toThrow('no database')));
    const asked = pendingLookup();
    const crowd = [1, 2, 3].map(() => keys.callerOf('a', nowMs, asked.ask));
    asked.resolve(ours);
    expect(await Promise.all(crowd)).toEqual([ours, ours, ours]);
    expect([broken.times(), asked.times()]).toEqual([1, 1]);
  });
});

describe('a change in an organization', () => {
  test('takes effect at once, for its own keys only', async () => {
    const keys = new TrustedKeys();
    await keys.callerOf('a', nowMs, answering(ours));
    await keys.callerOf('b', nowMs, answering(theirs));
    keys.changed(ours.organizationId);
    expect(await keys.callerOf('a', nowMs, answering(undefined))).toBeUndefined();
    expect(keys.callerOf('b', nowMs, mustNotLookUp)).toBe(theirs);
  });

  test('is not hidden by an earlier look-up: later requests look up again, and the old result is not kept', async () => {
    const keys = new TrustedKeys();
    const before = pendingLookup();
    const early = keys.callerOf('a', nowMs, before.ask);
    keys.changed(ours.organizationId);
    const late = keys.callerOf('a', nowMs, answering(undefined));
    before.resolve(ours);
    expect(await early).toBe(ours);
    expect(await late).toBeUndefined();
    expect(await keys.callerOf('a', nowMs, answering(undefined))).toBeUndefined();
  });
});
