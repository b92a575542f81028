import type { Tx } from '../platform/database/database.ts';
import { recordChangeMails } from '../tickets/mails/record-ticket-mails.ts';

/** Tells the holders of all valid tickets of an event that it changed. */
export async function announceChange(tx: Tx, change: Parameters<typeof recordChangeMails>[1]): Promise<void> {
  // One statement records the e-mails to all holders: for a stadium it takes longer than a request may.
  await tx.liftTimeLimit();
  recordChangeMails(tx, change);
}
