import type { EndedHold } from '../../checkouts/hold-queries.ts';
import { recordCheckoutMails } from '../../mail/record-mail.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { listTransfers } from './queries.ts';

/**
 * The organizer ended these holds, by cancelling the event or releasing the places: each buyer whose transfer is on its
 * way gets an e-mail.
 */
export async function recordEndedTransfers(
  tx: Tx,
  organizationId: Uuid,
  { ended, endedBy }: { ended: EndedHold[]; endedBy: 'event_cancelled' | 'released' },
  now: Date,
): Promise<void> {
  const checkoutIds = ended.map(({ checkoutId }) => checkoutId);
  const transfers = checkoutIds.length > 0 ? await listTransfers(tx, organizationId, checkoutIds) : [];
  const mails = transfers.map(({ amountCentavos, method, ...buyer }) => ({
    kind: 'payment_pending' as const,
    ...buyer,
    details: { amount_centavos: amountCentavos, method, ended_by: endedBy },
  }));
  recordCheckoutMails(tx, organizationId, mails, now);
}
