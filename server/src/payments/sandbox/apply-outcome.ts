import type { Database } from '../../platform/database/database.ts';
import { perDatabase } from '../../platform/database/per-database.ts';
import { Lanes } from '../../platform/lanes/lanes.ts';
import type { PaymentMethod } from '../../values/payment-method.ts';
import type { Uuid } from '../../values/uuid.ts';
import { endSandboxSessions, type SandboxEnd, type SandboxSession } from './queries.ts';

/** A bank gives the buyer this long to make the transfer. */
const TRANSFER_MS = 24 * 3_600_000;

/** The possible outcomes of a payment. */
export const OUTCOMES = ['authorize', 'pending', 'settle', 'fail'] as const;
export type Outcome = (typeof OUTCOMES)[number];

interface Transition {
  /** The session states in which it can be chosen. */
  from: SandboxSession['status'][];
  /** undefined: every method. */
  only?: PaymentMethod;
  end(now: Date): SandboxEnd;
}

/** A bank transfer can be pending first, and then settles or fails. */
const TRANSITIONS: Record<Outcome, Transition> = {
  authorize: { from: ['open'], end: (now) => ({ status: 'paid', paidAt: now }) },
  pending: {
    from: ['open'],
    only: 'BANK_TRANSFER',
    end: (now) => ({ status: 'pending', expiresAt: new Date(now.getTime() + TRANSFER_MS) }),
  },
  settle: { from: ['pending'], end: (now) => ({ status: 'paid', paidAt: now }) },
  fail: { from: ['open', 'pending'], end: () => ({ status: 'failed', failureReason: 'declined' }) },
};

/** The outcomes that can be chosen. */
export const outcomesOf = ({ status, method }: Pick<SandboxSession, 'status' | 'method'>): Outcome[] =>
  OUTCOMES.filter((outcome) => {
    const { from, only = method } = TRANSITIONS[outcome];
    return from.includes(status) && only === method;
  });

interface ChosenOutcome {
  organizationId: Uuid;
  sessionId: Uuid;
  outcome: Outcome;
  now: Date;
}

const lanes = perDatabase(
  (db) =>
    new Lanes<ChosenOutcome, string | undefined>({ name: 'sandbox outcomes', run: (batch) => applyBatch(db, batch) }),
);

/**
 * Applies one outcome to a session. The first of two concurrent requests counts; an outcome that is no longer possible
 * changes nothing.
 * @returns the return URL of the buyer; undefined if there is no such session
 */
export const applyOutcome = (db: Database, chosen: ChosenOutcome): Promise<string | undefined> =>
  lanes(db).join(`${chosen.organizationId} ${chosen.outcome}`, chosen);

/** Applies the same outcome to sessions of one organization with one statement, at the time of the last request. */
async function applyBatch(db: Database, batch: ChosenOutcome[]): Promise<PromiseSettledResult<string | undefined>[]> {
  const last = batch.at(-1);
  if (!last) return [];
  const ids = batch.map(({ sessionId }) => sessionId);
  const { end, ...where } = TRANSITIONS[last.outcome];
  const returnUrls = await endSandboxSessions(db, last.organizationId, { ids, ...where }, end(last.now));
  return batch.map(({ sessionId }) => ({ status: 'fulfilled', value: returnUrls.get(sessionId) }));
}
