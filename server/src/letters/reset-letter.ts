import { findUserOf, makeResetLink } from '../accounts/password-resets/reset-password.ts';
import type { Letter } from '../mail/mail.ts';
import { plainBrand } from '../values/brand.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import { link, paragraph } from './layout.ts';
import { type Desk, languageFor, letterOf, type MailOf, textsFor } from './letter.ts';

/**
 * Makes the link while it is written: each try to send it has a link of its own, and all of them work until one is used.
 * Undefined when the mail server was away for so long that nobody waits for it any more.
 */
export async function resetLetter(desk: Desk, mail: MailOf<'password_reset'>): Promise<Letter | undefined> {
  const { user_id: userId, expires_at } = mail.details;
  const expiresAt = new Date(expires_at);
  const user = await findUserOf(desk.db, mail.organizationId, userId);
  if (!user || expiresAt <= desk.clock.now()) return undefined;
  const url = await makeResetLink(desk.db, desk.publicUrl(), { userId, expiresAt });
  const { name, language } = user;
  const texts = textsFor(user);
  return letterOf({
    organizer: plainBrand(user.organizationName),
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
