import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatsFor } from '../../../dashboard/src/language/make-formats.ts';
import { reasonWords } from '../../../dashboard/src/refusals/reason-words.ts';

const server = join(import.meta.dirname, '../../src');

const { dateTime } = formatsFor('fil', 'Asia/Manila');

/**
 * Where the service says a reason, and how it begins there: no reason of the list can change without its words. A new
 * one has to be added here.
 */
test.each([
  ['mail/sending/transport.ts', 'The mail server refuses the recipient (', '550)'],
  ['mail/sending/transport.ts', 'The mail server cannot be reached (', 'ECONNREFUSED)'],
  ['mail/sending/transport.ts', ', the mail server answered ', '451'],
  ['letters/compose.ts', 'The mail was no longer needed.', ''],
  ['mail/sending/send-mails.ts', 'The mail could not be ', 'sent.'],
  ['mail/sending/send-mails.ts', 'The mail could not be ', 'composed.'],
  ['mail/sending/send-mails.ts', 'Many e-mails were sent just before. This one follows soon.', ''],
  ['mail/sending/send-mails.ts', 'A person who lost tickets is told by a mail server alone.', ''],
  ['mail/queries.ts', 'The recipient wants no messages of the organizer.', ''],
  ['payments/paymongo/refunds.ts', 'PayMongo could not refund the payment.', ''],
  ['payments/xendit/refunds.ts', 'Xendit could not refund the payment', ': INSUFFICIENT_BALANCE'],
  ['payments/send-refunds.ts', 'The provider gave no reason.', ''],
  ['webhooks/delivery/settle.ts', 'The endpoint answered 410 Gone', ''],
])('what %s says is said in Filipino: %s%s', (path, begins, ends) => {
  expect(readFileSync(join(server, path), 'utf8')).toContain(begins);
  const words = reasonWords('fil', dateTime, begins + ends);
  expect(words).not.toContain(begins);
  for (const fact of ends.match(/[\dA-Z_]{3,}/g) ?? []) expect(words).toContain(fact);
  expect(reasonWords('en', dateTime, begins + ends)).toBe(begins + ends);
});

test('a reason of others is shown as it is', () => {
  expect(reasonWords('fil', dateTime, 'PayMongo answered 503')).toBe('PayMongo answered 503');
});

test('the time of a reason is written as the pages do', () => {
  expect(readFileSync(join(server, 'webhooks/delivery/settle.ts'), 'utf8')).toContain('`Only failures since ${since');
  const reason = 'Only failures since 2027-03-05T12:00:00.000Z';
  expect(reasonWords('fil', dateTime, reason)).toBe('Walang natuloy na padala mula Mar 5, 2027, 8:00 PM');
  expect(reasonWords('en', dateTime, reason)).toBe('Only failures since Mar 5, 2027, 8:00 PM');
});
