import type { Database } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Self } from '../me/change-me.ts';
import { notifyPerson } from '../notices/notify-person.ts';
import { lockAccount } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import { afterRemovingFactor } from '../second-factor/turn-off.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { deletePasskey, savePasskeyName } from './queries.ts';

/** @throws Refusal 404 */
export async function renamePasskey(
  db: Database,
  { userId }: Self,
  { id, name }: { id: Uuid; name: string },
): Promise<void> {
  if (!(await savePasskeyName(db, userId, { id, name }))) throw accountRefusals.passkey_not_found();
}

/**
 * Ends every other session of the person: the device may be in other hands, and have opened one. They get an e-mail.
 * @throws Refusal 404; 409 if it is the last second factor and an organization requires one
 */
export async function removePasskey(db: Database, { userId, sessionId, browser, now }: Self, id: Uuid): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    if (!(await deletePasskey(tx, userId, id))) throw accountRefusals.passkey_not_found();
    await afterRemovingFactor(tx, userId);
    await deleteSessionsOf(tx, userId, { but: sessionId });
    await notifyPerson(tx, { userId, browser, now, change: 'passkey_removed' });
  });
}
