import { type Static, Type } from 'typebox';
import { Instant, nullable, OneOf, Uuid } from '../platform/http/contract/fields.ts';
import { PageMeta } from '../platform/http/contract/pagination.ts';
import { MAIL_STATUSES, type Mail, ORDER_MAIL_KINDS } from './mail.ts';

export const MailJson = Type.Object({
  id: Uuid(),
  kind: OneOf(ORDER_MAIL_KINDS),
  ticket_id: nullable(Uuid('About this ticket alone.')),
  recipient: Type.String(),
  status: OneOf(
    MAIL_STATUSES,
    'sent: the mail server took it. dropped: there was nothing left to say when it was written.',
  ),
  attempts: Type.Integer(),
  failure_reason: nullable(Type.String({ description: 'Why the last try failed.' })),
  created_at: Instant(),
  sent_at: nullable(Instant()),
});

export const MailListJson = Type.Object({ mails: Type.Array(MailJson), meta: PageMeta });

export const mailJson = (mail: Mail): Static<typeof MailJson> => ({
  id: mail.id,
  kind: mail.kind,
  ticket_id: mail.ticketId,
  recipient: mail.recipient,
  status: mail.status,
  attempts: mail.attempts,
  failure_reason: mail.failureReason,
  created_at: mail.createdAt.toISOString(),
  sent_at: mail.sentAt?.toISOString() ?? null,
});
