import type { Letter } from '../mail/mail.ts';
import { unsubscribePath } from '../messages/unsubscribe-link.ts';
import type { Organizer } from '../values/brand.ts';
import { DEFAULT_LANGUAGE, type Language } from '../values/language.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import type { Uuid } from '../values/uuid.ts';
import { facts, written } from './layout.ts';
import { type LetterContext, languageFor, letterOf, type MailOf, textsFor } from './letter.ts';
import { getEventOfLetter, getMessageMail } from './queries.ts';

type Context = Pick<LetterContext, 'config' | 'db' | 'publicUrl'>;

/**
 * What an organizer writes to the people of an event. Undefined when the event was cancelled since the mail was
 * recorded, or the reader unsubscribed or has no ticket any more.
 */
export async function messageLetter(context: Context, mail: MailOf<'message'>): Promise<Letter | undefined> {
  const { isWanted, name, ...message } = await getMessageMail(context.db, mail);
  if (!isWanted) return undefined;
  return write(context, { ...message, organizationId: mail.organizationId, to: { name, address: mail.recipient } });
}

/** The test copy of a message, sent to the person who writes it. */
export async function messageTestLetter(context: Context, mail: MailOf<'message_test'>): Promise<Letter> {
  const { organizationId, recipient } = mail;
  const { event_id: eventId, name, language, subject, text } = mail.details;
  const event = await getEventOfLetter(context.db, organizationId, eventId);
  return write(context, { ...event, organizationId, language, subject, text, to: { name, address: recipient } });
}

/** Placeholder recipient: RFC 2606 reserves the domain. */
const NO_WRITER = { name: '', email: 'ana@example.com', language: DEFAULT_LANGUAGE };

interface Preview {
  organizationId: Uuid;
  eventId: Uuid;
  /** Reads it in the place of a recipient; undefined: a program asks. */
  writer: typeof NO_WRITER | undefined;
  subject: string;
  text: string;
}

/** The mail as it will look, addressed to its writer. */
export async function previewLetter(
  context: Context,
  { organizationId, eventId, writer = NO_WRITER, subject, text }: Preview,
): Promise<Letter> {
  const event = await getEventOfLetter(context.db, organizationId, eventId);
  const { name, email: address, language } = writer;
  return write(context, { ...event, organizationId, language, subject, text, to: { name, address } });
}

interface Written {
  organizationId: Uuid;
  organizer: Organizer;
  title: string;
  startDatetime: Date;
  timeZone: string;
  language: Language | null;
  subject: string;
  text: string;
  to: { name: string; address: string };
}

async function write(
  context: Context,
  { organizationId, organizer, title, startDatetime, timeZone, language, subject, text, to }: Written,
): Promise<Letter> {
  const { config, db, publicUrl } = context;
  const texts = textsFor({ language });
  const reader = { organizationId, email: to.address };
  const path = await unsubscribePath(db, config.secretsKeys, reader);
  // The language that the buyer chose, whatever that of the browser.
  const url = publicUrl() + path + (language === null ? '' : `?lang=${language}`);
  return letterOf(context, {
    organizer,
    language,
    to: { ...to, isBuyer: true },
    subject,
    blocks: [facts([title, dateAndTimeIn(languageFor({ language }), timeZone, startDatetime)]), written(text)],
    footer: texts.messageFooter(organizer.name, title, organizer.contactEmail !== null),
    unsubscribe: { label: texts.unsubscribe(organizer.name), url },
  });
}
