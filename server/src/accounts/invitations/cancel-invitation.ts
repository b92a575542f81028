import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import { accountRefusals } from '../refusals.ts';
import { deleteInvitation } from './queries.ts';

/** Voids the invitation's links. If it is accepted at the same time, one of the two wins. @throws Refusal 404 */
export async function cancelInvitation(
  db: Database,
  { organizationId, actor, invitationId, now }: { organizationId: Uuid; actor: Actor; invitationId: Uuid; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteInvitation(tx, organizationId, invitationId))) throw accountRefusals.invitation_not_found();
    const gone = { action: 'invitation.deleted', subjectId: invitationId, before: {}, after: null } as const;
    recordChange(tx, { organizationId, actor, ...gone, now });
  });
}
