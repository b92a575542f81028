import type { FastifyBaseLogger } from 'fastify';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { disableWebhook, type Health, listFailingSince, type Outcome, saveHealth, saveOutcomes } from './queries.ts';

/** An endpoint that only failed for this long is gone. The retries of one delivery end after three days. */
const FAILING_MS = 5 * 86_400_000;
export const GONE = 410;

/**
 * Saves a batch of outcomes and their consequences in one transaction: an endpoint that answered 410 or only failed for
 * five days is disabled with the reason, and a warning is logged.
 */
export async function settle(db: Database, outcomes: Outcome[], now: Date, log: FastifyBaseLogger): Promise<void> {
  const health = healthFrom(outcomes);
  const disabled = await db.transaction(async (tx) => {
    // Locks endpoints before deliveries, in the same order as disabling an endpoint by hand.
    saveHealth(tx, health);
    const failing = health.filter(({ failingSince }) => failingSince !== null);
    const reasons = failing.length > 0 ? await reasonsToDisable(tx, outcomes, failing, now) : [];
    saveOutcomes(tx, outcomes);
    const done: typeof reasons = [];
    for (const one of reasons)
      if (await disableWebhook(tx, one.organizationId, one.webhookId, one.reason, now)) done.push(one);
    return done;
  });
  for (const one of disabled) log.warn(one, 'webhook disabled');
}

/** One success in the batch is enough to reset `failingSince`. */
function healthFrom(outcomes: Outcome[]): Health[] {
  const byWebhook = new Map<Uuid, Health>();
  for (const { organizationId, webhookId, status, at } of outcomes) {
    const known = byWebhook.get(webhookId);
    if (known && (known.failingSince === null || status !== 'succeeded')) continue;
    byWebhook.set(webhookId, { organizationId, webhookId, failingSince: status === 'succeeded' ? null : at });
  }
  return [...byWebhook.values()];
}

async function reasonsToDisable(tx: Tx, outcomes: Outcome[], failing: Health[], now: Date) {
  const reasons = new Map<Uuid, { organizationId: Uuid; webhookId: Uuid; reason: string }>();
  const longFailing = await listFailingSince(tx, failing, new Date(now.getTime() - FAILING_MS));
  for (const { organizationId, id: webhookId, failingSince: since } of longFailing)
    reasons.set(webhookId, { organizationId, webhookId, reason: `Only failures since ${since.toISOString()}` });
  // The status is enough, even if the body did not arrive.
  for (const { organizationId, webhookId, responseStatus } of outcomes)
    if (responseStatus === GONE)
      reasons.set(webhookId, { organizationId, webhookId, reason: 'The endpoint answered 410 Gone' });
  return [...reasons.values()].toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
}
