import { makeInvitationLink } from '../accounts/invitations/invite.ts';
import type { Letter } from '../mail/mail.ts';
import { plainBrand } from '../values/brand.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import { link, paragraph } from './layout.ts';
import { type LetterContext, letterOf, type MailOf, textsFor } from './letter.ts';

/**
 * The link is created while the mail is composed, as for a password reset. Undefined when the invitation was accepted,
 * withdrawn or has expired.
 */
export async function invitationLetter(
  context: LetterContext,
  mail: MailOf<'invitation'>,
): Promise<Letter | undefined> {
  const { organizationId, recipient, details } = mail;
  const invited = { organizationId, invitationId: details.invitation_id, now: context.clock.now() };
  const invitation = await makeInvitationLink(context.db, context.publicUrl(), invited);
  if (!invitation) return undefined;
  const { organizationName, timeZone, role, expiresAt, url } = invitation;
  const { language } = details;
  const texts = textsFor({ language });
  return letterOf(context, {
    organizer: plainBrand(organizationName, { isTest: false }),
    language,
    to: { name: '', address: recipient, isBuyer: false },
    subject: texts.invitationSubject(organizationName),
    blocks: [
      paragraph(texts.invitationIntro(organizationName, role)),
      link(texts.invitationLink, url),
      paragraph(texts.invitationEnd(dateAndTimeIn(language, timeZone, expiresAt))),
    ],
    footer: texts.accountFooter(organizationName),
  });
}
