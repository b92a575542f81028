import { type Actor, SYSTEM } from '../audit-log/actor.ts';
import type { Change } from '../audit-log/change.ts';
import { recordChange, recordChanges } from '../audit-log/record-change.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import type { Message } from './message.ts';
import { endMessagesOf, getMessage, markCancelled } from './queries.ts';
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
    recordChange(tx, { organizationId, now, ...cancelled(actor, { id, status: 'scheduled' }) });
    return message;
  });
}

/** Cancels the messages of a cancelled event, which is locked: what was not sent, waiting mails included, is not. */
export async function cancelMessagesOf(
  tx: Tx,
  { organizationId, eventId, now }: { organizationId: Uuid; eventId: Uuid; now: Date },
): Promise<void> {
  const messages = await endMessagesOf(tx, { organizationId, eventId, now });
  const changes = messages.map((before) => cancelled(SYSTEM, before));
  recordChanges(tx, organizationId, changes, now);
}

/** The entry of the audit log. */
const cancelled = (actor: Actor, { id, status }: Pick<Message, 'id' | 'status'>): Change => ({
  actor,
  action: 'message.cancelled',
  subjectId: id,
  before: { status },
  after: { status: 'cancelled' },
});
