import type { WalletRegistrationRow } from '../tables.ts';
import type { ClaimedPush } from './push-queries.ts';

/** Tells the passes of one kind of wallet that something changed. */
export interface WalletService {
  wallet: WalletRegistrationRow['wallet'];
  /** How many pushes at a time. */
  maxInProgress: number;
  /**
   * Tells the wallet what is true now, so that a push may be made any number of times.
   * @returns false: the wallet has no such pass any more, and wants to know nothing of it
   * @throws PushRefused when the answer will be the same next time; after any other error the push is repeated
   */
  push(change: ClaimedPush): Promise<boolean>;
  /** Aborts what is in progress. */
  close(): void;
}

export class PushRefused extends Error {}
