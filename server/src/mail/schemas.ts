import { Type } from 'typebox';
import { Instant, nullable, Uuid } from '../platform/http/contract/fields.ts';
import { Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta } from '../platform/http/contract/pagination.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { MAIL_STATUSES, type Mail, ORDER_MAIL_KINDS } from './mail.ts';

const MailKindSchema = Enum('MailKind', 'What a mail to a buyer is about.', ORDER_MAIL_KINDS);

const MailStatusSchema = Enum(
  'MailStatus',
  'sent: the mail server accepted it. dropped: there was nothing left to say when it was due, or it may not be sent there.',
  MAIL_STATUSES,
);

export const MailJson = Model('Mail', 'A mail to the buyer or an attendee of an order.', {
  id: Uuid(),
  kind: MailKindSchema,
  ticket_id: nullable(Uuid('Only about this ticket.')),
  recipient: Type.String({ description: 'The e-mail address.' }),
  status: MailStatusSchema,
  attempts: Type.Integer(),
  failure_reason: nullable(Type.String({ description: 'Why the last attempt failed.' })),
  created_at: Instant(),
  sent_at: nullable(Instant()),
});

export const MailListJson = Model('MailList', 'A page of mails about an order, newest first.', {
  mails: Type.Array(MailJson),
  meta: PageMeta,
});

export const mailJson = (mail: Mail) => shown(MailJson, mail);
