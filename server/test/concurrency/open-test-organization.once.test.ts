import { afterEach, beforeEach, expect, test } from 'vitest';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { openTestOrganization } from '../../src/organizations/open-test-organization.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { heldAt } from '../databases/held-at.ts';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { openTestService, type TestService } from '../fixtures/test-service.ts';
import { untilSessionWaits } from './open-transaction.ts';

/** On PostgreSQL only: the embedded database has one session. */

const NO_LOCK: Sabotage = [['for no key update', '']];

let service: TestService;
beforeEach(async () => {
  service = await openTestService();
});
afterEach(() => service.close());

/** Two owners open test mode at the same moment: the first one has found none, and has not inserted its own yet. */
async function openTwice(db: Database, whileFirstWaits: (second: Promise<unknown>) => Promise<unknown>) {
  const request = { organizationId: service.ours.organizationId, actor: OPERATOR, now: service.now() };
  const { held, reached, goOn } = heldAt(db, 'insert into organizations');
  const first = openTestOrganization(held, request);
  await reached;
  const second = openTestOrganization(db, request);
  await whileFirstWaits(second);
  goOn();
  return Promise.allSettled([first, second]);
}

test('of two owners who open test mode at once, one makes it and the other finds it', async () => {
  const [first, second] = await openTwice(service.db, () => untilSessionWaits(service.db));
  expect(first).toMatchObject({ status: 'fulfilled', value: { isNew: true } });
  const id = first.status === 'fulfilled' && first.value.organization.id;
  expect(second).toMatchObject({ status: 'fulfilled', value: { isNew: false, organization: { id } } });
});

test('without the lock of the live organization one of the requests fails', async () => {
  const met = new Set<string>();
  const [first] = await openTwice(sabotaged(service.db, NO_LOCK, met), (second) => second);
  expect(first.status).toBe('rejected');
  expect(met.size).toBe(1);
});
