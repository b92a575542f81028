import sql from 'sql-template-tag';
import { newId } from '../src/uuid.ts';
import { must, type TestService } from './test-service.ts';

export interface PlanData {
  id: string;
  name: string;
  description: string | null;
  price_monthly: number;
  is_active: boolean;
  perks: string[];
  created_at: string;
}

export interface SubscriptionData {
  id: string;
  status: string;
  has_access: boolean;
  tier: { id: string; name: string; price_monthly: number };
  customer: { id: string; email: string; name: string };
  cancelled_at: string | null;
  current_period_end: string;
  updated_at: string;
}

/** An UUID as PostgreSQL and our answers write it. */
type Owner = { organizationId: string; post: TestService['ours']['post'] };

export const addPlan = (owner: Owner, fields: Record<string, unknown> = {}) =>
  must(owner.post<PlanData>('/subscription-tiers', { name: 'Fan', price_monthly: 99, ...fields }));

/** No operation makes a subscription yet: written as a provider's import would. @returns its id */
export async function addFan(
  service: TestService,
  plan: { id: string },
  {
    owner = service.ours,
    status = 'active',
    endsInSeconds = 86_400,
  }: {
    owner?: Owner;
    status?: string;
    endsInSeconds?: number;
  } = {},
): Promise<string> {
  const now = service.now();
  const id = newId(now);
  const end = new Date(now.getTime() + endsInSeconds * 1_000);
  const start = new Date(end.getTime() - 30 * 86_400_000);
  await service.db.query(sql`
    insert into subscriptions (organization_id, id, tier_id, status, customer_id, customer_email, customer_name,
      current_period_start, current_period_end, cancelled_at, created_at, updated_at)
    values (${owner.organizationId}, ${id}, ${plan.id}, ${status}, ${newId(now)}, 'bea@example.com', 'Bea Alonzo',
      ${start}, ${end}, ${status === 'cancelled' ? now : null}, ${now}, ${now})`);
  return id;
}
