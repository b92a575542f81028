import { listDeciders } from '../../accounts/notices/queries.ts';
import { countNotice } from '../../accounts/throttle/throttle.ts';
import { recordLoneMail } from '../../mail/record-mail.ts';
import type { Tx } from '../../platform/database/database.ts';
import { wasTold } from '../../tickets/refund-requests/queries.ts';
import type { Uuid } from '../../values/uuid.ts';

/** A request that stays undecided must not silence those that come after it. */
const QUIET_MS = 86_400_000;

/**
 * Records an e-mail about a buyer's request to each owner and manager, who decide it. Not while one that they were told
 * of waits, and was made within a day: a thousand buyers of one event are one e-mail. Nor for a buyer who asks and
 * withdraws, again and again: one order is one e-mail in a day, so that it leaves those of others what notices to
 * owners are bounded by. @returns whether it recorded one
 */
export async function tellTeam(
  tx: Tx,
  { organizationId, orderId, now }: { organizationId: Uuid; orderId: Uuid; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - QUIET_MS);
  if (await wasTold(tx, organizationId, { orderId, since })) return false;
  if (!(await countNotice(tx, { change: 'refund_requested', to: organizationId, now }))) return false;
  for (const { id: readerId, email } of await listDeciders(tx, organizationId))
    recordLoneMail(tx, {
      organizationId,
      kind: 'refund_requested',
      recipient: email,
      details: { reader_id: readerId },
      now,
    });
  return true;
}
