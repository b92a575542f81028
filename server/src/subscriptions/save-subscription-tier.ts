import type { Database, Queryable } from '../database/database.ts';
import { newId, type Uuid } from '../uuid.ts';
import { insertSubscriptionTier, lockSubscriptionTier, saveSubscriptionTier } from './queries.ts';
import type { SubscriptionTierFields } from './schemas.ts';
import type { SubscriptionTier } from './subscription.ts';

type NewFields = SubscriptionTierFields & Pick<SubscriptionTier, 'name' | 'priceMonthlyCentavos'>;

export async function createSubscriptionTier(
  db: Queryable,
  { organizationId, fields, now }: { organizationId: Uuid; fields: NewFields; now: Date },
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
  await insertSubscriptionTier(db, organizationId, tier);
  return tier;
}

/** Changes the fields that were sent; null takes a field back to its default. @throws ApiError 404 */
export async function updateSubscriptionTier(
  db: Database,
  { organizationId, tierId, fields }: { organizationId: Uuid; tierId: Uuid; fields: SubscriptionTierFields },
): Promise<SubscriptionTier> {
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
    return after;
  });
}
