import type { Role } from '../accounts/roles.ts';
import type { Letter } from '../mail/mail.ts';
import { plainBrand } from '../values/brand.ts';
import { dateAndTimeIn } from '../values/local-time.ts';
import { withoutLinks } from '../values/person-name.ts';
import { dashboardUrl } from './dashboard-url.ts';
import { facts, link, paragraph } from './layout.ts';
import { type LetterContext, languageFor, letterOf, type MailOf, textsFor } from './letter.ts';
import { getNoticeReader } from './queries.ts';

/** Tells an owner or a person of a change that an attacker would make, and what to do if it is one. */
export async function noticeLetter({ db, publicUrl }: LetterContext, mail: MailOf<'security_notice'>): Promise<Letter> {
  const { reader_id: readerId, change, about, roles = [], by, from } = mail.details;
  const { organizationName, timeZone, isTest, ...reader } = await getNoticeReader(db, mail.organizationId, readerId);
  const texts = textsFor(reader);
  const { subject, intro, isOwn, words: named } = texts.notices[change];
  const words = (roles as Role[]).map(texts.roleWords);
  const aboutWords = words.length > 0 ? `${about} (${words.join(' → ')})` : (named?.[about] ?? about);
  const author = by && [withoutLinks(by.name), by.email].filter(Boolean).join(', ');
  return letterOf(
    { publicUrl },
    {
      organizer: plainBrand(organizationName, { isTest }),
      language: reader.language,
      to: { name: withoutLinks(reader.name), address: mail.recipient, isBuyer: false },
      subject: subject(organizationName),
      blocks: [
        paragraph(intro(organizationName)),
        facts(
          [texts.noticeAbout, aboutWords],
          [texts.when, dateAndTimeIn(languageFor(reader), timeZone, mail.createdAt)],
          [texts.noticeBy, author ?? texts.noticeOperator],
          [texts.noticeFrom, from ? texts.browserWords(from) : ''],
        ),
        paragraph(isOwn ? texts.noticeOwnEnd : texts.noticeEnd),
        isOwn
          ? link(texts.resetLink, `${publicUrl()}/dashboard/reset`)
          : link(texts.noticeLink, dashboardUrl(publicUrl(), mail.organizationId, '/audit-log')),
      ],
      footer: texts.accountFooter(organizationName),
    },
  );
}
