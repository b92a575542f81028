import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import { trustedKeys } from '../platform/http/callers/trusted-keys.ts';
import type { Uuid } from '../values/uuid.ts';
import { getDoorLink, markDoorLinkRevoked } from './queries.ts';

/**
 * Revokes a door link permanently. Revoking it again keeps the first time. The next request of its phones is refused;
 * other instances refuse it at most one second later. @throws Refusal 404 if the organization has no such link
 */
export async function revokeDoorLink(
  db: Database,
  { organizationId, actor, id, now }: { organizationId: Uuid; actor: Actor; id: Uuid; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    await getDoorLink(tx, organizationId, id);
    if (!(await markDoorLinkRevoked(tx, { organizationId, id, now }))) return;
    const change = { action: 'door_link.revoked', subjectId: id, before: null, after: {} } as const;
    recordChange(tx, { organizationId, actor, ...change, now });
  });
  trustedKeys(db).changed(organizationId);
}
