import { findUserOf, makeLinkForMail } from '../accounts/password-resets/reset-password.ts';
import type { Letter } from '../mail/mail.ts';
import { plainBrand } from '../values/brand.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import { link, paragraph } from './layout.ts';
import { type LetterContext, languageFor, letterOf, type MailOf, textsFor } from './letter.ts';

/**
 * Creates the link while the mail is composed: each attempt to send it has its own link, and all of them work until one
 * is used. Undefined when the link has expired because the mail server was unavailable for too long, and when the
 * person has set a password since they asked.
 */
export async function resetLetter(context: LetterContext, mail: MailOf<'password_reset'>): Promise<Letter | undefined> {
  const { user_id: userId, expires_at } = mail.details;
  const expiresAt = new Date(expires_at);
  const user = await findUserOf(context.db, mail.organizationId, userId);
  if (!user || expiresAt <= context.clock.now()) return undefined;
  const asked = { userId, askedAt: mail.createdAt, expiresAt };
  const url = await makeLinkForMail(context.db, context.publicUrl(), asked);
  if (url === undefined) return undefined;
  const { name, language } = user;
  const texts = textsFor(user);
  return letterOf(context, {
    organizer: plainBrand(user.organizationName, { isTest: false }),
    language,
    to: { name, address: mail.recipient, isBuyer: false },
    subject: texts.resetSubject,
    blocks: [
      paragraph(texts.resetIntro),
      link(texts.resetLink, url),
      paragraph(texts.resetEnd(dateAndTimeIn(languageFor(user), user.timeZone, expiresAt))),
    ],
    footer: texts.accountFooter(user.organizationName),
  });
}
