import { Type } from 'typebox';
import { OneOf } from '../platform/http/contract/fields.ts';
import { conflict, declareRefusals, missing, notFound } from '../platform/refusals/declare-refusals.ts';
import { MESSAGE_STATUSES } from './message.ts';

export const messageRefusals = declareRefusals({
  message_not_found: notFound('Message'),
  too_many_messages: conflict({
    facts: { max: Type.Integer() },
    temporary: true,
    en: ({ max }) => `An organization writes at most ${max} messages and test mails a day`,
    cause: 'The organization wrote as many since midnight UTC.',
    remedy: 'Wait until the next day.',
  }),
  message_not_scheduled: conflict({
    facts: { status: OneOf(MESSAGE_STATUSES) },
    en: ({ status }) => `The message is ${status}`,
    cause: 'The message is being sent, was sent, or was cancelled before.',
    remedy: 'Nothing: mails that were sent cannot be taken back.',
  }),
  test_needs_person: conflict({
    en: 'A test mail goes to the person who asks for it: log in to the dashboard',
    cause: 'The caller is an API key, which has no mailbox.',
    remedy: 'Log in to the dashboard, or use `POST /events/{id}/messages/preview`.',
  }),
});

export const unsubscribeRefusals = declareRefusals({
  unsubscribe_link_not_found: missing({
    en: 'The link to unsubscribe is not complete',
    fil: 'Kulang ang link para hindi na makatanggap ng mga mensahe',
    cause: 'The address was cut or changed.',
    remedy: 'Open the link in the e-mail again.',
  }),
});
