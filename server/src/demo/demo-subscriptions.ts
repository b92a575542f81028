import { SYSTEM } from '../audit-log/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { insertSubscription } from '../subscriptions/queries.ts';
import { createSubscriptionTier } from '../subscriptions/save-subscription-tier.ts';
import type { SubscriptionStatus } from '../subscriptions/subscription.ts';
import { newId, type Uuid } from '../values/uuid.ts';

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30;

const TIERS = [
  { name: 'Friend', priceMonthlyCentavos: 9_900, description: 'Early news', perks: ['Newsletter', 'Presale access'] },
  { name: 'Patron', priceMonthlyCentavos: 49_900, description: 'Everything', perks: ['Presale access', 'Free poster'] },
  { name: 'Founder', priceMonthlyCentavos: 199_900, description: 'Not sold any more', perks: [], isActive: false },
];

/** One subscription in every state, and an active one whose period has ended, which gives no access. */
const FANS: { name: string; tier: number; status: SubscriptionStatus; endsInDays: number }[] = [
  { name: 'Bea Alonzo', tier: 0, status: 'active', endsInDays: 20 },
  { name: 'Miguel Torres', tier: 1, status: 'active', endsInDays: -2 },
  { name: 'Rica Navarro', tier: 1, status: 'grace_period', endsInDays: 3 },
  { name: 'Allan Perez', tier: 0, status: 'past_due', endsInDays: 5 },
  { name: 'Sofia Ocampo', tier: 1, status: 'cancelled', endsInDays: 12 },
  { name: 'Diego Flores', tier: 2, status: 'expired', endsInDays: -30 },
];

/** Subscriptions cannot be bought yet (the contract's 503), so they are inserted as an import would. */
export async function createDemoSubscriptions(db: Database, organizationId: Uuid, today: Date): Promise<void> {
  const inDays = (days: number) => new Date(today.getTime() + days * DAY_MS);
  const tiers = [];
  for (const fields of TIERS)
    tiers.push(await createSubscriptionTier(db, { organizationId, actor: SYSTEM, fields, now: inDays(-90) }));
  for (const { name, tier, status, endsInDays } of FANS) {
    const plan = tiers[tier];
    if (!plan) throw new Error(`the demo has no plan number ${tier}`);
    const start = inDays(endsInDays - MONTH_DAYS);
    await insertSubscription(db, organizationId, {
      id: newId(start),
      status,
      tier: plan,
      customer: { id: newId(start), email: `${name.toLowerCase().replace(' ', '.')}@example.com`, name },
      currentPeriodStart: start,
      currentPeriodEnd: inDays(endsInDays),
      cancelledAt: status === 'cancelled' ? inDays(-1) : null,
      cancelledWithoutAccess: false,
      createdAt: start,
      updatedAt: status === 'cancelled' ? inDays(-1) : start,
    });
  }
}
