import type { Actor } from '../audit-log/actor.ts';
import { recordChange, recordDifference } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { insertSubscriptionTier, lockSubscriptionTier, saveSubscriptionTier } from './queries.ts';
import { loggedTier, type SubscriptionTierFields } from './schemas.ts';
import type { SubscriptionTier } from './subscription.ts';

type NewFields = SubscriptionTierFields & Pick<SubscriptionTier, 'name' | 'priceMonthlyCentavos'>;

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
