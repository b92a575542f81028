import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import type { Outcome } from '../../src/webhooks/delivery/queries.ts';
import { settle } from '../../src/webhooks/delivery/settle.ts';
import { heldAt } from '../databases/held-at.ts';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { openWebhookOffice, type WebhookOffice } from '../fixtures/webhook-office.ts';
import { control } from './control.ts';
import { untilSessionWaits } from './open-transaction.ts';

/** The endpoint is locked after its deliveries. */
const NO_EARLY_LOCK: Sabotage = [[' or reported.may_end', '']];

/** On PostgreSQL only: the embedded database has one session. */
let hooks: WebhookOffice;
beforeEach(async () => {
  hooks = await openWebhookOffice();
});
afterEach(() => hooks.close());

/** An endpoint that was failing already answers 410, and is disabled by hand before its outcome is saved. */
async function disabledTwice(db: Database) {
  const { office } = hooks;
  const endpoint = await hooks.endpoint();
  const { ticketId } = await office.buy(await office.event());
  await office.call('POST', `/tickets/${ticketId}/check-in`);
  await office.db.query(sql`update webhooks set failing_since = ${office.now()}`);
  const outcomes = await office.db.query<Outcome>(sql`
    select organization_id, id as delivery_id, webhook_id, ${endpoint.url} as url, attempts as attempt,
           ${office.now()}::timestamptz as at, 1 as duration_ms, 410 as response_status, null as error,
           null as response_start, 'pending' as status, next_attempt_at
      from webhook_deliveries`);
  expect(outcomes.length).toBeGreaterThan(0);
  const warned: unknown[] = [];
  const { held, reached, goOn } = heldAt(db, 'set is_active = false, disabled_reason');
  const settled = settle(held, outcomes, office.now(), { warn: (about: unknown) => warned.push(about) } as never).then(
    () => true,
    () => false,
  );
  await reached;
  const byHand = office.call('PUT', `/webhooks/${endpoint.id}`, { is_active: false });
  await untilSessionWaits(office.db);
  goOn();
  return { settled: await settled, byHand: (await byHand).status, warnings: warned.length };
}

test('an endpoint that is gone is disabled by its answer and by hand at once', async () => {
  expect(await disabledTwice(hooks.office.db)).toEqual({ settled: true, byHand: 200, warnings: 1 });
});

control('when it is locked after its deliveries, one of the two fails', async () => {
  const { settled, byHand } = await disabledTwice(sabotaged(hooks.office.db, NO_EARLY_LOCK, new Set()));
  expect(settled && byHand === 200).toBe(false);
});
