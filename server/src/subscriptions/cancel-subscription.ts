import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { recordNotification } from '../webhooks/record-notification.ts';
import { getSubscription, lockSubscriptionStatus, markSubscriptionCancelled } from './queries.ts';
import { subscriptionRefusals } from './refusals.ts';
import { type Subscription, subscriptionNotified } from './subscription.ts';

/**
 * Cancels at the end of the paid period: the status changes at once, and the fan keeps access until
 * `current_period_end`, if there was any. One of several concurrent calls succeeds.
 * @throws Refusal 404; 409 when it is already cancelled
 */
export async function cancelSubscription(
  db: Database,
  request: { organizationId: Uuid; actor: Actor; subscriptionId: Uuid; now: Date },
): Promise<Subscription> {
  const { organizationId, actor, subscriptionId, now } = request;
  return db.transaction(async (tx) => {
    const status = await lockSubscriptionStatus(tx, organizationId, subscriptionId);
    if (!(await markSubscriptionCancelled(tx, organizationId, subscriptionId, now)))
      throw subscriptionRefusals.subscription_already_cancelled();
    const change = { action: 'subscription.cancelled', before: { status }, after: { status: 'cancelled' } } as const;
    recordChange(tx, { organizationId, actor, subjectId: subscriptionId, ...change, now });
    const cancelled = await getSubscription(tx, organizationId, subscriptionId);
    const data = subscriptionNotified({ ...cancelled, tierId: cancelled.tier.id });
    recordNotification(tx, { organizationId, type: 'subscription.cancelled', data, now });
    return cancelled;
  });
}
