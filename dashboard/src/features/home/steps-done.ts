import type { Overview } from './home-queries.ts';

export const STEPS = ['brand', 'event', 'payments', 'publish', 'share'] as const;
export type Step = (typeof STEPS)[number];

/** The steps that are done. A payment account is not needed while no paid tickets are on sale. */
export function stepsDone({
  set_up: done,
  needs_attention: concerns,
}: Pick<Overview, 'set_up' | 'needs_attention'>): Record<Step, boolean> {
  const isAccountMissed = concerns.some(({ kind }) => kind === 'no_payment_account');
  return {
    brand: done.brand,
    payments: done.payment_account || (done.published && !isAccountMissed),
    event: done.event,
    publish: done.published,
    share: done.sold,
  };
}
