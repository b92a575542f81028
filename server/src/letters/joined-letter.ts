import type { Letter } from '../mail/mail.ts';
import { linkUrl } from '../tickets/ticket-credentials.ts';
import { linkedEntry } from '../waiting-list/entry.ts';
import { getEntry, getEntryPage } from '../waiting-list/queries.ts';
import { facts, link, paragraph } from './layout.ts';
import { type LetterContext, letterOf, type MailOf, textsFor, whenOf } from './letter.ts';

/**
 * Tells a person that they are on the waiting list, their place in the line, and where they can leave it. Undefined
 * when they no longer wait: a person who got an offer is told that by another mail.
 */
export async function joinedLetter(
  { config, db, clock, publicUrl }: LetterContext,
  { organizationId, recipient: address, details: { entry_id: id, position } }: MailOf<'waiting_list_joined'>,
): Promise<Letter | undefined> {
  const entry = await getEntry(db, { organizationId, id }, clock.now());
  if (entry.status !== 'waiting') return undefined;
  const { organizer, ...event } = await getEntryPage(db, entry);
  const texts = textsFor(entry);
  return letterOf(
    { publicUrl },
    {
      organizer,
      language: entry.language,
      to: { name: entry.customer.name, address, isBuyer: true },
      subject: texts.joinedSubject(event.title),
      blocks: [
        paragraph(texts.joinedIntro(event.title)),
        facts(
          whenOf(entry, event),
          [texts.waitingFor, `${entry.quantity} × ${event.tierName}`],
          [texts.placeInLine, String(position)],
        ),
        paragraph(texts.joinedEnd),
        link(texts.openEntry, await linkUrl(db, config.secretsKeys, linkedEntry(entry), publicUrl())),
      ],
      footer: texts.waitingFooter(organizer.name, organizer.contactEmail !== null),
    },
  );
}
