import { afterEach, describe, expect, test } from 'vitest';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { openPage } from '../fixtures/members.ts';
import { openTestService, type TestService } from '../fixtures/test-service.ts';
import { addPasskey, openPerson, openPersonWithCodes, passkeyOptions } from '../fixtures/two-factor.ts';
import { control } from './control.ts';

/** A log-in that looks for the code and does not use it up. */
const CODE_NOT_DELETED: Sabotage = [
  [
    'delete from recovery_codes where user_id = $1 and code_hash = $2 returning 1',
    'select 1 from recovery_codes where user_id = $1 and code_hash = $2',
  ],
];
/**
 * A log-in that looks for the challenge and does not use it up. The counter of the device is a second guard, both where
 * it is stored and, when the log-ins do not overlap, where it is read.
 */
const CHALLENGE_NOT_DELETED: Sabotage = [
  [
    `delete from passkey_challenges
      where challenge_hash = $1 and user_id is not distinct from $2::uuid and expires_at > $3 returning 1`,
    `select 1 from passkey_challenges
      where challenge_hash = $1 and user_id is not distinct from $2::uuid and expires_at > $3`,
  ],
  ['and (sign_count < $5 or sign_count = 0 and $6 = 0)', 'and $5::bigint = $6::bigint'],
  ['public_key, sign_count from passkeys', 'public_key, 0::bigint as sign_count from passkeys'],
];

let service: TestService;
afterEach(() => service.close());

async function openSabotaged(sabotage: Sabotage) {
  const met = new Set<string>();
  service = await openTestService({ database: (db) => sabotaged(db, sabotage, met) });
  return met;
}

describe('two log-ins with one recovery code', () => {
  async function statuses() {
    const { logIn, recoveryCodes } = await openPersonWithCodes(service);
    const answers = await Promise.all([logIn({ code: recoveryCodes[0] }), logIn({ code: recoveryCodes[0] })]);
    return answers.map(({ answer }) => answer.status).toSorted();
  }

  test('exactly one wins', async () => {
    service = await openTestService();
    expect(await statuses()).toEqual([200, 401]);
  });

  control('both win if the code is not deleted by the statement that finds it', async () => {
    const met = await openSabotaged(CODE_NOT_DELETED);
    expect(await statuses()).toEqual([200, 200]);
    expect(met.size).toBe(CODE_NOT_DELETED.length);
  });
});

describe('five log-ins with one answer of a passkey', () => {
  async function statuses() {
    const { page } = await openPerson(service);
    const { authenticator } = await addPasskey(page);
    const assertion = authenticator.get(await passkeyOptions(service));
    const logIn = () => openPage(service).send('POST', '/log-in/passkey', assertion);
    return (await Promise.all([1, 2, 3, 4, 5].map(logIn))).map(({ status }) => status).toSorted();
  }

  test('exactly one wins', async () => {
    service = await openTestService();
    expect(await statuses()).toEqual([200, 401, 401, 401, 401]);
  });

  control('all win if neither the challenge nor the counter is used up', async () => {
    const met = await openSabotaged(CHALLENGE_NOT_DELETED);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    expect(met.size).toBe(CHALLENGE_NOT_DELETED.length);
  });
});
