import type { SecurityChange } from '../../mail/mail.ts';
import { recordLoneMail } from '../../mail/record-mail.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { findAccount, listMemberships } from '../queries.ts';
import { type Browser, namesOf } from '../sessions/browser.ts';
import { countNotice } from '../throttle/throttle.ts';

interface PersonNotice {
  userId: Uuid;
  change: SecurityChange;
  /** null: the operator did it, at the command line. */
  browser: Browser | null;
  now: Date;
}

/**
 * Records an e-mail to the person about a change of their account, in the transaction of the change; nothing when there
 * were too many of its kind. It comes from the organization that the person joined first.
 */
export async function notifyPerson(tx: Tx, { userId, change, browser, now }: PersonNotice): Promise<void> {
  const [account, memberships] = [await findAccount(tx, userId), await listMemberships(tx, userId)];
  const [first] = memberships;
  if (!account || !first || !(await countNotice(tx, { change, to: userId, now }))) return;
  recordLoneMail(tx, {
    organizationId: first.organization.id,
    kind: 'security_notice',
    recipient: account.email,
    details: {
      reader_id: userId,
      change,
      about: '',
      by: browser && { name: account.name, email: account.email },
      from: browser && { address: browser.address, ...namesOf(browser.userAgent) },
    },
    now,
  });
}
