import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { requireEvent } from '../events/require-event.ts';
import { requireTiers } from '../events/require-tiers.ts';
import type { Database, Queryable, Tx } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { type Audience, dayOf, MAX_WRITTEN_PER_DAY, type Message, type Words } from './message.ts';
import { getMessage, insertMessage, lockAllowance, useAllowance } from './queries.ts';
import { messageRefusals } from './refusals.ts';

interface Create {
  organizationId: Uuid;
  actor: Actor;
  eventId: Uuid;
  words: Words;
  audience: Audience;
  /** null: now. */
  sendAt: Date | null;
  now: Date;
}

/**
 * Writes a message to the people of an event, to be sent at once or later. Its recipients are decided when it is sent.
 * @throws Refusal 404 for an unknown event or tier; 409 when the organization wrote as many today as it may
 */
export async function createMessage(db: Database, request: Create): Promise<Message> {
  const { organizationId, actor, eventId, words, audience, sendAt, now } = request;
  return db.transaction(async (tx) => {
    await requireAudience(tx, organizationId, eventId, audience);
    const id = newId(now);
    const due = sendAt !== null && sendAt > now ? sendAt : now;
    insertMessage(tx, {
      organizationId,
      id,
      eventId,
      ...words,
      ...audience,
      status: 'scheduled',
      sendAt: due,
      createdAt: now,
    });
    // After the insert, which waits while the event is cancelled. Cancelling waits for the row of a message in a step,
    // and the step for this allowance: locked before the insert, it would close the circle to a deadlock.
    await countWritten(tx, organizationId, now);
    const after = {
      subject: words.subject,
      send_at: due.toISOString(),
      tier_ids: audience.tierIds,
      checked_in: audience.checkedIn,
    };
    recordChange(tx, { organizationId, actor, action: 'message.created', subjectId: id, before: null, after, now });
    return getMessage(tx, organizationId, id);
  });
}

/** @throws Refusal 404 */
export async function requireAudience(db: Queryable, organizationId: Uuid, eventId: Uuid, { tierIds }: Audience) {
  const event = await requireEvent(db, organizationId, eventId);
  await requireTiers(db, organizationId, { eventId, tierIds });
  return event;
}

/** Counts one more message or test mail of the day. @throws Refusal 409 */
export async function countWritten(tx: Tx, organizationId: Uuid, now: Date): Promise<void> {
  const { written } = await lockAllowance(tx, organizationId, dayOf(now));
  if (written >= MAX_WRITTEN_PER_DAY) throw messageRefusals.too_many_messages({ max: MAX_WRITTEN_PER_DAY });
  useAllowance(tx, organizationId, { written: 1 });
}
