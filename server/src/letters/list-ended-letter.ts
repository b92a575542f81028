import type { Letter } from '../mail/mail.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import { getEntry, getEntryPage } from '../waiting-list/queries.ts';
import { paragraph } from './layout.ts';
import { type LetterContext, languageFor, letterOf, type MailOf, textsFor } from './letter.ts';

/**
 * Tells a person who was on the waiting list of a cancelled event, or had an offer, that they get no places. Undefined
 * when they were erased since.
 */
export async function listEndedLetter(
  { db, clock, publicUrl }: LetterContext,
  { organizationId, recipient: address, details }: MailOf<'waiting_list_ended'>,
): Promise<Letter | undefined> {
  const entry = await getEntry(db, { organizationId, id: details.entry_id }, clock.now());
  if (entry.customer.email.toLowerCase() !== address.toLowerCase()) return undefined;
  const { organizer, ...event } = await getEntryPage(db, entry);
  const texts = textsFor(entry);
  const when = dateAndTimeIn(languageFor(entry), event.timeZone, event.startDatetime);
  return letterOf(
    { publicUrl },
    {
      organizer,
      language: entry.language,
      to: { name: entry.customer.name, address, isBuyer: true },
      subject: texts.cancelledSubject(event.title),
      blocks: [paragraph(texts.cancelledIntro(event.title, when)), paragraph(texts.waitingListEnded)],
      footer: texts.waitedFooter(organizer.name, organizer.contactEmail !== null),
    },
  );
}
