import sql from 'sql-template-tag';
import type { TierUses } from '../events/tier-uses.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

/**
 * What refers to a tier: checkouts and entries on the waiting list, also ended ones, sections of the seating plan, even
 * if no row of the section uses it, and promo codes that open it.
 */
export async function findUsesOfTier(
  tx: Tx,
  { organizationId, eventId, tierId }: { organizationId: Uuid; eventId: Uuid; tierId: Uuid },
): Promise<TierUses> {
  const [uses] = await tx.query<TierUses>(sql`
    select exists (select 1 from checkout_lines l where l.organization_id = ${organizationId}
                      and l.event_id = ${eventId} and l.tier_id = ${tierId})
             or exists (select 1 from waiting_list_entries w where w.organization_id = ${organizationId}
                           and w.event_id = ${eventId} and w.tier_id = ${tierId}) as checkouts,
           exists (select 1 from seating_sections s where s.organization_id = ${organizationId}
                      and s.event_id = ${eventId} and ${tierId} = any(s.tier_ids)) as plan,
           exists (select 1 from promo_codes p where p.organization_id = ${organizationId}
                      and p.event_id = ${eventId} and ${tierId} = any(p.opens_tier_ids)) as promo_codes`);
  return uses ?? { checkouts: false, plan: false, promoCodes: false };
}
