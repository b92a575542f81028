import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['Ana@Example.com', 'ana@example.com'],
  ['ana+takilya@example.com', 'ana@example.com'],
  ['a.na.reyes@gmail.com', 'anareyes@gmail.com'],
  ['Ana.Reyes+gig@GoogleMail.com', 'anareyes@gmail.com'],
  // Elsewhere, dots are a part of the name.
  ['ana.reyes@example.com', 'ana.reyes@example.com'],
  ['ana.reyes@mygmail.com', 'ana.reyes@mygmail.com'],
  ['ana.reyes@gmail.com.ph', 'ana.reyes@gmail.com.ph'],
  ['ana.reyes@sub.gmail.com', 'ana.reyes@sub.gmail.com'],
])('mails to %s arrive in %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
