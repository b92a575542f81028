import type { FastifyBaseLogger } from 'fastify';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { disableWebhook, type Health, listFailingSince, type Outcome, saveHealth, saveOutcomes } from './queries.ts';

/**
 * An endpoint that only failed for this long, and to which a notification has just failed for good, is gone. One that
 * is rarely notified may have failed once, weeks ago: its next notification has all of its retries, which take three
 * days.
 */
const FAILING_MS = 5 * 86_400_000;
const GONE = 410;

/**
 * Saves a batch of outcomes and their consequences in one transaction: an endpoint that answered 410 or only failed for
 * five days is disabled with the reason, and a warning without its URL is logged. What another URL answered is not
 * counted.
 */
export async function settle(db: Database, outcomes: Outcome[], now: Date, log: FastifyBaseLogger): Promise<void> {
  const health = healthFrom(outcomes);
  const disabled = await db.transaction(async (tx) => {
    // Locks endpoints before deliveries, in the same order as disabling an endpoint by hand.
    saveHealth(tx, health);
    const reasons = await reasonsToDisable(tx, outcomes, health, now);
    saveOutcomes(tx, outcomes);
    const done: typeof reasons = [];
    for (const one of reasons) if (await disableWebhook(tx, one, now)) done.push(one);
    return done;
  });
  // The host alone: the URLs of Slack, Discord and Zapier are secrets.
  for (const { url, ...one } of disabled) log.warn({ ...one, host: new URL(url).host }, 'webhook disabled');
}

/** One success in the batch is enough to reset `failingSince`. */
function healthFrom(outcomes: Outcome[]): Health[] {
  const byUrl = Map.groupBy(outcomes, ({ webhookId, url }) => `${webhookId} ${url}`);
  return [...byUrl.values()].flatMap((theirs) =>
    theirs.slice(0, 1).map(({ organizationId, webhookId, url, at }) => ({
      organizationId,
      webhookId,
      url,
      failingSince: theirs.some(({ status }) => status === 'succeeded') ? null : at,
      hasGivenUp: theirs.some(({ status }) => status === 'failed'),
      isGone: theirs.some(({ responseStatus }) => responseStatus === GONE),
    })),
  );
}

async function reasonsToDisable(tx: Tx, outcomes: Outcome[], health: Health[], now: Date) {
  const reasons = new Map<Uuid, { organizationId: Uuid; webhookId: Uuid; url: string; reason: string }>();
  const ended = health.filter(({ hasGivenUp }) => hasGivenUp);
  const longFailing = await listFailingSince(tx, ended, new Date(now.getTime() - FAILING_MS));
  for (const { organizationId, id: webhookId, url, failingSince: since } of longFailing)
    reasons.set(webhookId, { organizationId, webhookId, url, reason: `Only failures since ${since.toISOString()}` });
  // The status is enough, even if the body did not arrive.
  for (const { organizationId, webhookId, url, responseStatus } of outcomes)
    if (responseStatus === GONE)
      reasons.set(webhookId, { organizationId, webhookId, url, reason: 'The endpoint answered 410 Gone' });
  return [...reasons.values()].toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
}
