import type { Uuid } from '../values/uuid.ts';

/** What needs attention, the most urgent first. */
export const CONCERNS = [
  'no_payment_account',
  'payments_in_test_mode',
  'refunds_failed',
  'refunds_requested',
  'mails_failed',
  'webhook_disabled',
  'webhook_failing',
  'draft_starts_soon',
] as const;

export interface Concern {
  kind: (typeof CONCERNS)[number];
  count: number;
  /** Id of the order, webhook or event that it is about, if any. */
  id: Uuid | null;
  name: string | null;
  /** Start of the problem; for a draft event, its start. */
  since: Date | null;
}
