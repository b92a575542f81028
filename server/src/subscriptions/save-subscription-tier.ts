import type { Actor } from '../audit-log/actor.ts';
import { recordChange, recordDifference } from '../audit-log/record-change.ts';
import { lockOrganization } from '../organizations/queries.ts';
import type { Database } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import {
  countSubscriptionTiers,
  insertSubscriptionTier,
  lockSubscriptionTier,
  saveSubscriptionTier,
} from './queries.ts';
import { subscriptionRefusals } from './refusals.ts';
import { loggedTier, type SubscriptionTierFields } from './schemas.ts';
import type { SubscriptionTier } from './subscription.ts';

/** The list is read as one answer, and fans choose between a few plans. */
export const MAX_SUBSCRIPTION_TIERS = 200;

type NewFields = SubscriptionTierFields & Pick<SubscriptionTier, 'name' | 'priceMonthlyCentavos'>;

/** @throws Refusal 409 when the organization has MAX_SUBSCRIPTION_TIERS */
export async function createSubscriptionTier(
  db: Database,
  { organizationId, actor, fields, now }: { organizationId: Uuid; actor: Actor; fields: NewFields; now: Date },
): Promise<SubscriptionTier> {
  const tier: SubscriptionTier = {
    id: newId(now),
    name: fields.name,
    description: fields.description ?? null,
    priceMonthlyCentavos: fields.priceMonthlyCentavos,
    isActive: fields.isActive ?? true,
    perks: fields.perks ?? [],
    createdAt: now,
  };
  await db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    if ((await countSubscriptionTiers(tx, organizationId)) >= MAX_SUBSCRIPTION_TIERS)
      throw subscriptionRefusals.too_many_subscription_tiers({ max: MAX_SUBSCRIPTION_TIERS });
    await insertSubscriptionTier(tx, organizationId, tier);
    const made = {
      action: 'subscription_tier.created',
      subjectId: tier.id,
      before: null,
      after: loggedTier(tier),
    } as const;
    recordChange(tx, { organizationId, actor, ...made, now });
  });
  return tier;
}

/** Changes the fields that were sent; null resets a field to its default. @throws Refusal 404 */
export async function updateSubscriptionTier(
  db: Database,
  request: { organizationId: Uuid; actor: Actor; tierId: Uuid; fields: SubscriptionTierFields; now: Date },
): Promise<SubscriptionTier> {
  const { organizationId, actor, tierId, fields, now } = request;
  return db.transaction(async (tx) => {
    const before = await lockSubscriptionTier(tx, organizationId, tierId);
    const after: SubscriptionTier = {
      ...before,
      name: fields.name ?? before.name,
      description: fields.description === undefined ? before.description : fields.description,
      priceMonthlyCentavos: fields.priceMonthlyCentavos ?? before.priceMonthlyCentavos,
      isActive: fields.isActive === null ? true : (fields.isActive ?? before.isActive),
      perks: fields.perks === null ? [] : (fields.perks ?? before.perks),
    };
    await saveSubscriptionTier(tx, organizationId, after);
    const change = {
      action: 'subscription_tier.updated',
      before: loggedTier(before),
      after: loggedTier(after),
    } as const;
    recordDifference(tx, { organizationId, actor, subjectId: tierId, ...change, now });
    return after;
  });
}
