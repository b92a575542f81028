import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashesDuring } from '../../../test/fixtures/hashes-during.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';

const PASSWORD = 'correct horse battery';

describe('passwords', () => {
  test('are stored as argon2id hashes, each with its own salt', async () => {
    const [one, two] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    expect(one).not.toBe(two);
    const [, salt = '', hash] = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([\w+/]{22})\$([\w+/]{43})$/.exec(one) ?? [];
    const again = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce: Buffer.from(salt, 'base64'),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    });
    expect(again.toString('base64').replace('=', '')).toBe(hash);
  });

  test('are verified whatever settings they were hashed with', async () => {
    const stored = await hashPassword(PASSWORD);
    expect(await verifyPassword(PASSWORD, stored, 'strangers')).toBe(true);
    expect(await verifyPassword(`${PASSWORD} `, stored, 'strangers')).toBe(false);
    expect(await verifyPassword('', stored, 'strangers')).toBe(false);
    const nonce = Buffer.alloc(16, 7);
    const cheap = { message: PASSWORD, nonce, memory: 64, passes: 1, parallelism: 2, tagLength: 16 };
    const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    const old = `$argon2id$v=19$m=64,t=1,p=2$${base64(nonce)}$${base64(argon2Sync('argon2id', cheap))}`;
    expect(await verifyPassword(PASSWORD, old, 'strangers')).toBe(true);
  });

  test('match in any Unicode normalization form', async () => {
    const stored = await hashPassword('niño y piñata'.normalize('NFC'));
    expect(await verifyPassword('niño y piñata'.normalize('NFD'), stored, 'strangers')).toBe(true);
  });

  test('of unknown accounts never match, and are hashed as well', async () => {
    const verified = async (stored: string | undefined) =>
      expect(await verifyPassword('\0', stored, 'strangers')).toBe(false);
    const stored = await hashPassword(PASSWORD);
    expect(await hashesDuring(() => verified(stored))).toBe(1);
    expect(await hashesDuring(() => verified(undefined))).toBe(1);
  });

  test('that arrive in a flood are hashed one at a time, off the event loop, in a bounded queue', async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    const flood = await Promise.allSettled(
      Array.from({ length: 100 }, () => verifyPassword(PASSWORD, undefined, 'strangers')),
    );
    clearInterval(ticking);
    const refused = flood.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(100 - 64);
    expect(refused[0]).toBeInstanceOf(Refusal);
    expect(refused[0]).toMatchObject({ status: 503, code: 'overloaded', headers: { 'retry-after': '3' } });
    // A loop that was held up for one hash would have had a turn for each at the most.
    expect(turns).toBeGreaterThan(130);
    expect(await verifyPassword(PASSWORD, await hashPassword(PASSWORD), 'strangers')).toBe(true);
  });

  test('of people who are known are checked in turn with those of a flood of strangers', async () => {
    const stored = await hashPassword(PASSWORD);
    const order: string[] = [];
    const check = async (asking: 'known' | 'strangers') => {
      const right = await verifyPassword(PASSWORD, stored, asking);
      order.push(asking);
      return right;
    };
    const flood = Promise.allSettled(Array.from({ length: 100 }, () => check('strangers')));
    const known = await Promise.all([check('known'), check('known'), check('known')]);
    expect(known).toEqual([true, true, true]);
    // At most one stranger's between two of theirs, and the one that was running.
    expect(order.length).toBeLessThanOrEqual(7);
    await expect(check('strangers')).resolves.toBe(true);
    expect((await flood).filter(({ status }) => status === 'rejected')).toHaveLength(100 - 64);
  });
});
