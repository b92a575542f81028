import { findAccount } from '../accounts/queries.ts';
import type { Actor } from '../audit-log/actor.ts';
import { requireEvent } from '../events/require-event.ts';
import { recordLoneMail } from '../mail/record-mail.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { countWritten } from './create-message.ts';
import type { Words } from './message.ts';
import { messageRefusals } from './refusals.ts';

/** The person who writes a message; undefined: a program does. */
export async function findWriter(db: Queryable, actor: Actor) {
  const account = actor.kind === 'session' ? await findAccount(db, actor.id) : undefined;
  return account && { name: account.name, email: account.email, language: account.language };
}

/**
 * Sends a message only to the person who writes it. It is not stored as a message.
 * @returns the address
 * @throws Refusal 404; 409 for an API key, and when the organization wrote as many today as it may
 */
export async function sendTest(
  db: Database,
  {
    organizationId,
    actor,
    eventId,
    words,
    now,
  }: { organizationId: Uuid; actor: Actor; eventId: Uuid; words: Words; now: Date },
): Promise<string> {
  return db.transaction(async (tx) => {
    await requireEvent(tx, organizationId, eventId);
    const writer = await findWriter(tx, actor);
    if (!writer) throw messageRefusals.test_needs_person();
    await countWritten(tx, organizationId, now);
    const { email, name, language } = writer;
    const details = { event_id: eventId, name, language, ...words };
    recordLoneMail(tx, { organizationId, kind: 'message_test', recipient: email, details, now });
    return email;
  });
}
