import { afterEach, expect, test } from 'vitest';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { openTestService, type TestService } from '../fixtures/test-service.ts';
import { openPersonWithCodes } from '../fixtures/two-factor.ts';

/** A log-in that looks for the code and does not use it up. */
const CODE_NOT_DELETED: Sabotage = [
  [
    'delete from recovery_codes where user_id = $1 and code_hash = $2 returning 1',
    'select 1 from recovery_codes where user_id = $1 and code_hash = $2',
  ],
];

let service: TestService;
afterEach(() => service.close());

/** Statuses of two simultaneous log-ins with one recovery code. */
async function twoLogIns() {
  const { logIn, recoveryCodes } = await openPersonWithCodes(service);
  const answers = await Promise.all([logIn({ code: recoveryCodes[0] }), logIn({ code: recoveryCodes[0] })]);
  return answers.map(({ answer }) => answer.status).toSorted();
}

test('of two log-ins with one recovery code exactly one wins', async () => {
  service = await openTestService();
  expect(await twoLogIns()).toEqual([200, 401]);
});

test('control: both win if the code is not deleted by the statement that finds it', async () => {
  const met = new Set<string>();
  service = await openTestService({ database: (db) => sabotaged(db, CODE_NOT_DELETED, met) });
  expect(await twoLogIns()).toEqual([200, 200]);
  expect(met.size).toBe(1);
});
