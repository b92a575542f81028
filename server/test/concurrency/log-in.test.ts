import { afterEach, expect, test } from 'vitest';
import { openPage } from '../fixtures/members.ts';
import { openTestService, type TestService } from '../fixtures/test-service.ts';
import { addPasskey, openPerson, passkeyOptions } from '../fixtures/two-factor.ts';

const PEOPLE = 6;

let service: TestService;
afterEach(() => service.close());

/** With passkeys: no password is hashed, so their transactions meet. */
test('people who log in on new devices at the same moment all get in', async () => {
  service = await openTestService();
  const answers: object[] = [];
  for (let person = 0; person < PEOPLE; person++) {
    const { authenticator } = await addPasskey((await openPerson(service)).page);
    answers.push(authenticator.get(await passkeyOptions(service)));
  }
  const logIns = await Promise.all(answers.map((answer) => openPage(service).send('POST', '/log-in/passkey', answer)));
  expect(logIns.map(({ status }) => status)).toEqual(Array(PEOPLE).fill(200));
});
