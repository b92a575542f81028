import type { Queryable } from '../../database/database.ts';
import { endSandboxSession, type SandboxSession } from './queries.ts';

/** A bank gives the buyer this long to make the transfer. */
const TRANSFER_MS = 24 * 3_600_000;

/** What the buyer's money may do. */
export const OUTCOMES = ['authorize', 'pending', 'settle', 'fail'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What can be played: a transfer can come later, and once it is on its way it settles or fails. */
export function outcomesOf({ status, method }: Pick<SandboxSession, 'status' | 'method'>): Outcome[] {
  if (status === 'pending') return ['settle', 'fail'];
  if (status !== 'open') return [];
  return method === 'BANK_TRANSFER' ? ['authorize', 'pending', 'fail'] : ['authorize', 'fail'];
}

/** Plays one outcome. Of two presses the first one counts, and one that is not possible any more changes nothing. */
export async function playOutcome(db: Queryable, session: SandboxSession, outcome: Outcome, now: Date): Promise<void> {
  const { organization_id, id, method } = session;
  switch (outcome) {
    case 'authorize':
      return endSandboxSession(db, organization_id, id, { from: ['open'], status: 'paid', paidAt: now });
    case 'settle':
      return endSandboxSession(db, organization_id, id, { from: ['pending'], status: 'paid', paidAt: now });
    case 'pending': {
      if (method !== 'BANK_TRANSFER') return;
      const expiresAt = new Date(now.getTime() + TRANSFER_MS);
      return endSandboxSession(db, organization_id, id, { from: ['open'], status: 'pending', expiresAt });
    }
    case 'fail': {
      const end = { from: ['open', 'pending'], status: 'failed', failureReason: 'declined' } as const;
      return endSandboxSession(db, organization_id, id, end);
    }
  }
}
