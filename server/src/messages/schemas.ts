import { type Static, Type } from 'typebox';
import { Instant, Label, Name, nullable, optional, Timestamp, Uuid } from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta } from '../platform/http/contract/pagination.ts';
import { shown } from '../platform/http/contract/wire.ts';
import {
  type Audience,
  MAX_SUBJECT_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_TIERS_OF_MESSAGE,
  MESSAGE_STATUSES,
  type Message,
} from './message.ts';

const MessageStatusSchema = Enum(
  'MessageStatus',
  'sending: its mails are being made, in steps. sent: the last one is on its way.',
  MESSAGE_STATUSES,
);

const WordsFields = {
  subject: Label(MAX_SUBJECT_LENGTH, 'One line.'),
  text: Name(MAX_TEXT_LENGTH, 'Plain text. Blank lines separate paragraphs, and addresses with https:// become links.'),
};

const TierIds = (description: string) =>
  Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: Uuid(),
    minItems: 1,
    maxItems: MAX_TIERS_OF_MESSAGE,
    description,
  });
const CheckedIn = () => nullable(Type.Boolean({ description: 'Only who is checked in, or only who is not.' }));

const AudienceInput = Model(
  'MessageAudienceInput',
  'Whom a message goes to, among the people whose tickets are not refunded.',
  {
    tier_ids: Type.Optional(TierIds('Only with a ticket of these tiers.')),
    checked_in: Type.Optional(CheckedIn()),
  },
);

const AudienceField = optional(described(AudienceInput, 'Everyone when omitted.'));

export const NewMessage = Model('MessageInput', 'A message to the people of an event.', {
  ...WordsFields,
  audience: AudienceField,
  send_at: optional(Timestamp('Now when omitted or past.')),
});

export const MessageTest = Model('MessageTest', 'A message that only its writer gets.', WordsFields);

export const PreviewBody = Model('MessagePreviewInput', 'A message that is looked at before it is sent.', {
  ...WordsFields,
  audience: AudienceField,
});

const AudienceJson = Model('MessageAudience', 'Whom a message goes to.', {
  tier_ids: TierIds('null: any tier.'),
  checked_in: CheckedIn(),
});

export const MessageJson = Model('Message', 'A message to the people of an event.', {
  id: Uuid(),
  event_id: Uuid(),
  subject: Type.String(),
  text: Type.String(),
  audience: AudienceJson,
  status: MessageStatusSchema,
  send_at: Instant(),
  created_at: Instant(),
  ended_at: nullable(Instant('When its last mail was made, or it was cancelled.')),
  sent: Type.Integer({ description: 'Mails that the mail server took.' }),
  waiting: Type.Integer({ description: 'Mails that are to be sent.' }),
  failed: Type.Integer({ description: 'Mails that were given up.' }),
  left_out: Type.Integer({ description: 'People who get none, such as those unsubscribed.' }),
});

export const MessageListJson = Model('MessageList', 'A page of messages, newest first.', {
  messages: Type.Array(MessageJson),
  meta: PageMeta,
});

export const PreviewJson = Model('MessagePreview', 'How a message will look, and how many people get it.', {
  recipients: Type.Integer({ description: 'E-mail addresses, each of which gets one mail.' }),
  left_out: Type.Integer({ description: 'Addresses that want no messages of the organization.' }),
  subject: Type.String(),
  html: Type.String({ description: 'The mail as a document of its own.' }),
  text: Type.String({ description: 'The mail for programs that show no HTML.' }),
});

export const TestSentJson = Model('MessageTestSent', 'A test mail that is on its way.', {
  recipient: Type.String({ description: 'The e-mail address of the person who asked for it.' }),
});

export const audienceFrom = (sent: Static<typeof AudienceField> | undefined): Audience => ({
  tierIds: sent?.tier_ids ?? null,
  checkedIn: sent?.checked_in ?? null,
});

export const messageJson = (message: Message) =>
  shown(MessageJson, { ...message, audience: shown(AudienceJson, message) });
