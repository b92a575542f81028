import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import type { Database } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Message } from './message.ts';
import { getMessage, markCancelled } from './queries.ts';
import { messageRefusals } from './refusals.ts';

/**
 * Cancels a message before it is sent. In a race with the first step of sending it, the first one wins.
 * @throws Refusal 404; 409 when it is being sent, was sent, or was cancelled before
 */
export async function cancelMessage(
  db: Database,
  { organizationId, actor, id, now }: { organizationId: Uuid; actor: Actor; id: Uuid; now: Date },
): Promise<Message> {
  return db.transaction(async (tx) => {
    const isCancelled = await markCancelled(tx, { organizationId, id, now });
    const message = await getMessage(tx, organizationId, id);
    if (!isCancelled) throw messageRefusals.message_not_scheduled({ status: message.status });
    const change = { before: { status: 'scheduled' }, after: { status: 'cancelled' } };
    recordChange(tx, { organizationId, actor, action: 'message.cancelled', subjectId: id, ...change, now });
    return message;
  });
}
