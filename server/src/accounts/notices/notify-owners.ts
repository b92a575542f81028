import type { Actor } from '../../audit-log/actor.ts';
import type { SecurityChange } from '../../mail/mail.ts';
import { recordLoneMail } from '../../mail/record-mail.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { findAccount } from '../queries.ts';
import type { Role } from '../roles.ts';
import { countNotice } from '../throttle/throttle.ts';
import { listOwners } from './queries.ts';

interface OwnersNotice {
  organizationId: Uuid;
  actor: Actor;
  change: SecurityChange;
  /** What was changed. A name that people chose has to be `withoutLinks`. */
  about: string;
  /** The role of an invitation; of a change, the one before and the new one. Their words depend on the reader. */
  roles?: readonly Role[];
  now: Date;
}

/**
 * Records an e-mail about the change to every owner, in the transaction of the change; nothing when there were too many
 * of its kind. Call it before an owner is removed or demoted: they are told, too.
 */
export async function notifyOwners(
  tx: Tx,
  { organizationId, actor, change, about, roles = [], now }: OwnersNotice,
): Promise<void> {
  const owners = await listOwners(tx, organizationId);
  if (owners.length === 0 || !(await countNotice(tx, { change, to: organizationId, now }))) return;
  const author = 'id' in actor ? await findAccount(tx, actor.id) : undefined;
  const by = author ? { name: author.name, email: author.email } : null;
  const notice = { change, about, roles, by, from: null };
  for (const { id, email } of owners)
    recordLoneMail(tx, {
      organizationId,
      kind: 'security_notice',
      recipient: email,
      details: { reader_id: id, ...notice },
      now,
    });
}
