import type { FastifyBaseLogger } from 'fastify';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { disableWebhook, type Health, listFailingSince, type Outcome, saveHealth, saveOutcomes } from './queries.ts';

/** An endpoint that does nothing but fail for so long is gone; the ladder of one delivery ends after three days. */
const FAILING_MS = 5 * 86_400_000;
export const GONE = 410;

/**
 * Writes a batch of outcomes and what follows from them: an endpoint that answered 410, or did nothing but fail for
 * five
 * days, is switched off with the reason, and the operator's log says so. All of it or nothing.
 */
export async function settle(db: Database, outcomes: Outcome[], now: Date, log: FastifyBaseLogger): Promise<void> {
  const health = healthFrom(outcomes);
  const disabled = await db.transaction(async (tx) => {
    // Endpoints first, then deliveries: the order of who switches one off by hand.
    await saveHealth(tx, health);
    const failing = health.filter(({ failingSince }) => failingSince !== null);
    const reasons = failing.length > 0 ? await reasonsToDisable(tx, outcomes, failing, now) : [];
    await saveOutcomes(tx, outcomes);
    const done: typeof reasons = [];
    for (const one of reasons)
      if (await disableWebhook(tx, one.organizationId, one.webhookId, one.reason, now)) done.push(one);
    return done;
  });
  for (const one of disabled) log.warn(one, 'webhook switched off');
}

/** One success in the batch is enough: nothing but failure is what counts. */
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
    reasons.set(webhookId, { organizationId, webhookId, reason: `Nothing but failures since ${since.toISOString()}` });
  // The status line says it, whatever became of the body.
  for (const { organizationId, webhookId, responseStatus } of outcomes)
    if (responseStatus === GONE)
      reasons.set(webhookId, { organizationId, webhookId, reason: 'The endpoint answered 410 Gone' });
  return [...reasons.values()].toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
}
