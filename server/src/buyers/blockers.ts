import type { Uuid } from '../values/uuid.ts';

/** Ids of what still needs the person's data. */
export interface Blockers {
  /** Tickets, valid or used, of events that are not over. */
  tickets: Uuid[];
  /** Holds, and checkouts whose money may still arrive. */
  checkouts: Uuid[];
  /** Refunds on their way. */
  refunds: Uuid[];
  /** Subscriptions whose paid period is not over. */
  subscriptions: Uuid[];
}

export const isBlocked = (blockers: Blockers): boolean => Object.values(blockers).some((ids) => ids.length > 0);
