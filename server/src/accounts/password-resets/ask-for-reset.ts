import { recordLoneMail } from '../../mail/record-mail.ts';
import type { Database } from '../../platform/database/database.ts';
import { NO_ID } from '../../values/uuid.ts';
import { findAccountByEmail, listMemberships } from '../queries.ts';
import { type Attempt, countReset } from '../throttle/throttle.ts';
import { normalEmail } from '../user.ts';

/** Long enough for a slow mail server and a person who is away from the computer. */
const RESET_WITHIN_MS = 3_600_000;

/**
 * Queues an e-mail with a link to set a new password if the address has an account. The answer does not reveal whether
 * it has; nor does its timing, apart from the insertion of one row. Requests over the limit are ignored silently.
 */
export async function askForReset(db: Database, { email: typed, address, now }: Attempt): Promise<void> {
  const email = normalEmail(typed);
  await db.transaction(async (tx) => {
    if (!(await countReset(tx, { email, address, now }))) return;
    const account = await findAccountByEmail(tx, email);
    const [first] = await listMemberships(tx, account?.id ?? NO_ID);
    if (!account || !first) return;
    const expiresAt = new Date(now.getTime() + RESET_WITHIN_MS).toISOString();
    recordLoneMail(tx, {
      organizationId: first.organization.id,
      kind: 'password_reset',
      recipient: account.email,
      details: { user_id: account.id, expires_at: expiresAt },
      now,
    });
  });
}
