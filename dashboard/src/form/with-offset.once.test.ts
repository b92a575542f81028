import { expect, test } from 'vitest';
import { formatsFor } from '../language/make-formats.ts';
import { withOffset } from './with-offset.ts';

test.each([
  ['Asia/Manila', '2027-03-05T20:00', '2027-03-05T20:00+08:00'],
  ['UTC', '2027-03-05T20:00', '2027-03-05T20:00+00:00'],
  ['Europe/Paris', '2027-03-05T20:00', '2027-03-05T20:00+01:00'],
  ['Europe/Paris', '2027-07-05T20:00', '2027-07-05T20:00+02:00'],
  // The clock skips 2:00 to 3:00, and repeats it in autumn.
  ['Europe/Paris', '2027-03-28T01:59', '2027-03-28T01:59+01:00'],
  ['Europe/Paris', '2027-03-28T02:30', '2027-03-28T02:30+01:00'],
  ['Europe/Paris', '2027-03-28T03:00', '2027-03-28T03:00+02:00'],
  ['Europe/Paris', '2027-10-31T02:30', '2027-10-31T02:30+02:00'],
  ['Europe/Paris', '2027-10-31T03:00', '2027-10-31T03:00+01:00'],
  ['America/New_York', '2027-11-07T01:30', '2027-11-07T01:30-04:00'],
  // The server refuses these.
  ['Asia/Manila', '', ''],
  ['Asia/Manila', 'tomorrow', 'tomorrow'],
])('a time in %s is sent with the offset that it has there: %s', (zone, typed, sent) => {
  expect(withOffset(typed, formatsFor('en', zone))).toBe(sent);
});
