import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { removePasskey } from '../../src/accounts/passkeys/change-passkeys.ts';
import { MAX_PASSKEYS } from '../../src/accounts/passkeys/passkey.ts';
import { insertPasskey, listCredentialIds } from '../../src/accounts/passkeys/queries.ts';
import { beginPasskey, registerPasskey } from '../../src/accounts/passkeys/register-passkey.ts';
import { accountRefusals } from '../../src/accounts/refusals.ts';
import { requireTwoFactor } from '../../src/accounts/second-factor/require-two-factor.ts';
import { getOrganization } from '../../src/organizations/queries.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { newId } from '../../src/values/uuid.ts';
import { heldAt } from '../databases/held-at.ts';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { openAuthenticator } from '../fixtures/authenticator.ts';
import { openMember } from '../fixtures/members.ts';
import { openTestService, PUBLIC_URL, type TestService } from '../fixtures/test-service.ts';
import { untilSessionWaits } from './open-transaction.ts';

/** On PostgreSQL only: the embedded database has one session. */

const NO_LOCK: Sabotage = [['select 1 from users where id = $1 for update', 'select 1 from users where id = $1']];

let service: TestService;
afterEach(() => service.close());

/** An owner with this many passkeys. */
async function openOwner(passkeys: number) {
  service = await openTestService();
  const { userId } = await openMember(service);
  const now = service.now();
  const ids = Array.from({ length: passkeys }, () => newId(now));
  await service.db.transaction(async (tx) => {
    for (const id of ids) {
      const credential = { credentialId: randomBytes(32), publicKey: randomBytes(77), signCount: 0 };
      await insertPasskey(tx, { userId, id, name: 'Phone', ...credential, createdAt: now });
    }
  });
  const self = {
    userId,
    sessionId: newId(now),
    browser: { address: '203.0.113.7', userAgent: '', device: undefined },
    now,
  };
  const { organizationId } = service.ours;
  const change = { organizationId, owner: { kind: 'session', id: userId }, required: true, now } as const;
  return {
    self,
    require: (db: Database) => requireTwoFactor(db, change),
    remove: (db: Database) => removePasskey(db, self, ids[0] ?? ''),
    /** Whether the organization requires a factor, and how many passkeys the owner has. */
    state: async () => [
      (await getOrganization(service.db, organizationId)).twoFactorRequired,
      (await listCredentialIds(service.db, userId)).length,
    ],
  };
}

test('an owner cannot remove the last second factor while their organization begins to require one', async () => {
  const { require, remove, state } = await openOwner(1);
  const { held, reached, goOn } = heldAt(service.db, 'set two_factor_required =');
  const requiring = require(held);
  await reached;
  const removing = expect(remove(service.db)).rejects.toSatisfy(accountRefusals.two_factor_must_stay_on.is);
  await untilSessionWaits(service.db);
  goOn();
  await Promise.all([requiring, removing]);
  expect(await state()).toEqual([true, 1]);
});

test('an owner cannot require a second factor while they remove their last one', async () => {
  const { require, remove, state } = await openOwner(1);
  const { held, reached, goOn } = heldAt(service.db, 'delete from sessions');
  const removing = remove(held);
  await reached;
  const requiring = expect(require(service.db)).rejects.toSatisfy(accountRefusals.second_factor_missing.is);
  await untilSessionWaits(service.db);
  goOn();
  await Promise.all([requiring, removing]);
  expect(await state()).toEqual([false, 0]);
});

test('control: without the lock of the account both succeed, and the owner is locked out', async () => {
  const { require, remove, state } = await openOwner(1);
  const met = new Set<string>();
  const { held, reached, goOn } = heldAt(sabotaged(service.db, NO_LOCK, met), 'set two_factor_required =');
  const requiring = require(held);
  await reached;
  await remove(sabotaged(service.db, NO_LOCK, met));
  goOn();
  await requiring;
  expect(met.size).toBe(NO_LOCK.length);
  expect(await state()).toEqual([true, 0]);
});

/** Two registrations at once by a person who may have one more passkey. */
async function registerTwo(sabotage: (db: Database) => Database, untilOtherIsStopped: () => Promise<unknown>) {
  const { self, state } = await openOwner(MAX_PASSKEYS - 1);
  const db = sabotage(service.db);
  const { held, reached, goOn } = heldAt(db, 'insert into passkeys');
  const register = async (through: Database) => {
    const registration = openAuthenticator().create(await beginPasskey(db, PUBLIC_URL, self)) as never;
    return () => registerPasskey(through, PUBLIC_URL, self, { name: 'Phone', registration });
  };
  const [first, second] = [await register(held), await register(db)];
  const registering = first();
  await reached;
  const other = second().then(
    () => 'registered',
    (error) => (accountRefusals.too_many_passkeys.is(error) ? 'refused' : error),
  );
  await Promise.race([other, untilOtherIsStopped()]);
  goOn();
  await registering;
  return { other: await other, passkeys: (await state())[1] };
}

test('of two registrations of the last possible passkey one is refused', async () => {
  const outcome = await registerTwo(
    (db) => db,
    () => untilSessionWaits(service.db),
  );
  expect(outcome).toEqual({ other: 'refused', passkeys: MAX_PASSKEYS });
});

test('control: without the lock of the account there is one passkey too many', async () => {
  const met = new Set<string>();
  const never = () => new Promise(() => {});
  expect(await registerTwo((db) => sabotaged(db, NO_LOCK, met), never)).toEqual({
    other: 'registered',
    passkeys: MAX_PASSKEYS + 1,
  });
  expect(met.size).toBe(NO_LOCK.length);
});
