import { listDeciders } from '../accounts/notices/queries.ts';
import type { Letter } from '../mail/mail.ts';
import { listRefundRequests } from '../tickets/refund-requests/queries.ts';
import { plainBrand } from '../values/brand.ts';
import { formatPesos } from '../values/money.ts';
import { withoutLinks } from '../values/person-name.ts';
import { dashboardUrl } from './dashboard-url.ts';
import { facts, link, paragraph } from './layout.ts';
import { type LetterContext, languageFor, letterOf, type MailOf, textsFor, whenOf } from './letter.ts';
import { getEventOfLetter, getNoticeReader } from './queries.ts';

/**
 * Tells a member of a refund that a buyer asks for: the newest, because the one that is the reason for the mail may be
 * decided since. It does not name the buyer, because an erasure of their data finds no mail to a member. Undefined when
 * no request waits, and when the member may not decide any more.
 */
export async function refundRequestedLetter(
  { db, publicUrl }: LetterContext,
  { organizationId, recipient, details }: MailOf<'refund_requested'>,
): Promise<Letter | undefined> {
  const waiting = { status: 'pending', orderId: undefined, eventId: undefined, page: { page: 1, perPage: 1 } } as const;
  const [request] = (await listRefundRequests(db, organizationId, waiting)).requests;
  const deciders = await listDeciders(db, organizationId);
  if (!request || !deciders.some(({ id }) => id === details.reader_id)) return undefined;
  const [{ organizationName, isTest, ...reader }, event] = await Promise.all([
    getNoticeReader(db, organizationId, details.reader_id),
    getEventOfLetter(db, organizationId, request.event.id),
  ]);
  const texts = textsFor(reader);
  return letterOf(
    { publicUrl },
    {
      organizer: plainBrand(organizationName, { isTest }),
      language: reader.language,
      to: { name: withoutLinks(reader.name), address: recipient, isBuyer: false },
      subject: texts.refundRequestedSubject(event.title),
      blocks: [
        paragraph(texts.refundRequestedIntro(request.tickets.length, event.title)),
        facts(
          whenOf(reader, event),
          [texts.order, request.orderNumber],
          [texts.refundRequestedAmount, formatPesos(languageFor(reader), request.refundCentavos ?? 0)],
        ),
        link(texts.refundRequestedLink, dashboardUrl(publicUrl(), organizationId, `/orders/${request.orderId}`)),
        paragraph(texts.refundRequestedEnd),
      ],
      footer: texts.accountFooter(organizationName),
    },
  );
}
