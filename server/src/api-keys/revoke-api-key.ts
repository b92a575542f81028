import { notifyOwners } from '../accounts/notices/notify-owners.ts';
import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import { trustedKeys } from '../platform/http/callers/trusted-keys.ts';
import { withoutLinks } from '../values/person-name.ts';
import type { Uuid } from '../values/uuid.ts';
import { getApiKey, markRevoked } from './queries.ts';

/**
 * Revokes a key permanently. Revoking it again keeps the first time. The next request with the key is refused; other
 * instances refuse it at most one second later. @throws Refusal 404 if the organization has no such key
 */
export async function revokeApiKey(
  db: Database,
  { organizationId, actor, id, now }: { organizationId: Uuid; actor: Actor; id: Uuid; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { name } = await getApiKey(tx, organizationId, id);
    const change = { action: 'api_key.revoked', subjectId: id, before: null, after: {} } as const;
    if (!(await markRevoked(tx, { organizationId, id, now }))) return;
    recordChange(tx, { organizationId, actor, ...change, now });
    await notifyOwners(tx, { organizationId, actor, change: 'api_key_revoked', about: withoutLinks(name), now });
  });
  trustedKeys(db).changed(organizationId);
}
