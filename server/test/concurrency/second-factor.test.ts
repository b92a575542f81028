import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { openPage } from '../fixtures/members.ts';
import { openTestService, type TestService } from '../fixtures/test-service.ts';
import { addPasskey, openPerson, openPersonWithCodes, PASSWORD, passkeyOptions } from '../fixtures/two-factor.ts';

/** A log-in that looks for the code and does not use it up. */
const CODE_NOT_DELETED: Sabotage = [
  [
    'delete from recovery_codes where user_id = $1 and code_hash = $2 returning 1',
    'select 1 from recovery_codes where user_id = $1 and code_hash = $2',
  ],
];
/** A log-in that looks for the challenge and does not use it up. The counter of the device is a second guard. */
const CHALLENGE_NOT_DELETED: Sabotage = [
  [
    `delete from passkey_challenges
      where challenge_hash = $1 and user_id is not distinct from $2::uuid and expires_at > $3 returning 1`,
    `select 1 from passkey_challenges
      where challenge_hash = $1 and user_id is not distinct from $2::uuid and expires_at > $3`,
  ],
  ['and (sign_count < $5 or sign_count = 0 and $6 = 0)', 'and $5::bigint = $6::bigint'],
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

  test('control: both win if the code is not deleted by the statement that finds it', async () => {
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

  test('control: all win if neither the challenge nor the counter is used up', async () => {
    const met = await openSabotaged(CHALLENGE_NOT_DELETED);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    expect(met.size).toBe(CHALLENGE_NOT_DELETED.length);
  });
});

test('an owner who requires a second factor and turns theirs off at once succeeds with one of the two', async () => {
  service = await openTestService();
  for (let round = 0; round < 5; round++) {
    const { organizationId } = await service.organization(`Round ${round}`);
    const { page, recoveryCodes, userId } = await openPersonWithCodes(service, { organizationId });
    const [rule, off] = await Promise.all([
      page.api('PUT', '/organization/two-factor', { required: true }),
      page.send('DELETE', '/me/totp', { password: PASSWORD, code: recoveryCodes[0] }),
    ]);
    expect([`${rule.status} ${off.status}`]).toEqual([rule.status === 200 ? '200 409' : '409 204']);
    const [row] = await service.db.query<{ same: boolean }>(sql`
      select o.two_factor_required = u.totp_enabled as same from organizations o, users u
       where o.organization_id = ${organizationId} and u.id = ${userId}`);
    expect(row?.same).toBe(true);
  }
});
