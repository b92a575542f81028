import { listDeciders } from '../../accounts/notices/queries.ts';
import { countNotice } from '../../accounts/throttle/throttle.ts';
import { recordAccountMail } from '../../mail/record-mail.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hasOtherPendingRequest } from '../../tickets/refund-requests/queries.ts';
import type { Uuid } from '../../values/uuid.ts';

/**
 * Records an e-mail about a buyer's request to each owner and manager, who decide it. Only if no other request waits: a
 * thousand buyers of one event are one e-mail, and the next comes when all were decided. A buyer who asks and passes
 * the ticket on, again and again, is bounded as notices to owners are.
 */
export async function tellTeam(
  tx: Tx,
  { organizationId, requestId, now }: { organizationId: Uuid; requestId: Uuid; now: Date },
): Promise<void> {
  if (await hasOtherPendingRequest(tx, organizationId, requestId)) return;
  if (!(await countNotice(tx, { change: 'refund_requested', to: organizationId, now }))) return;
  for (const { id: readerId, email } of await listDeciders(tx, organizationId))
    recordAccountMail(tx, {
      organizationId,
      kind: 'refund_requested',
      recipient: email,
      details: { reader_id: readerId, request_id: requestId },
      now,
    });
}
