import { makeInvitationLink } from '../accounts/invitations/invite.ts';
import type { Letter } from '../mail/mail.ts';
import { plainBrand } from '../values/brand.ts';
import { DEFAULT_LANGUAGE } from '../values/language.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import { link, paragraph } from './layout.ts';
import { type LetterContext, letterOf, type MailOf } from './letter.ts';
import { letterTexts } from './texts.ts';

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
  // The language of the invited person is not known yet.
  const texts = letterTexts[DEFAULT_LANGUAGE];
  return letterOf(context, {
    organizer: plainBrand(organizationName, { isTest: false }),
    language: null,
    to: { name: '', address: recipient, isBuyer: false },
    subject: texts.invitationSubject(organizationName),
    blocks: [
      paragraph(texts.invitationIntro(organizationName, role)),
      link(texts.invitationLink, url),
      paragraph(texts.invitationEnd(dateAndTimeIn(DEFAULT_LANGUAGE, timeZone, expiresAt))),
    ],
    footer: texts.accountFooter(organizationName),
  });
}
