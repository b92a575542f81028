import { Type } from 'typebox';
import {
  badRequest,
  conflict,
  declareRefusals,
  forbidden,
  missing,
  notFound,
  RetryAfter,
  tooMany,
  unauthorized,
} from '../platform/refusals/declare-refusals.ts';

/** Of people who log in, and of the team that they are. */
export const accountRefusals = declareRefusals({
  wrong_credentials: unauthorized({
    en: 'Wrong e-mail or password',
    cause: 'There is no account with this address and password. Which of the two is wrong is not said.',
    remedy: 'Type them again, or ask for a link to set a new password.',
  }),
  code_needed: unauthorized({
    en: 'A code from your authenticator app is needed',
    cause: 'The password is right, and the account asks for a code too.',
    remedy: 'Log in with `code` as the app shows it.',
  }),
  wrong_code: unauthorized({
    en: 'Wrong code, or one that was used before: wait for the next one',
    cause: 'The code of the authenticator app is wrong, over or used.',
    remedy: 'Type the next code. Check the clock of the telephone.',
  }),
  too_many_tries: tooMany({
    facts: RetryAfter,
    en: ({ retry_after_seconds }) => `Too many tries: try again in ${inWords(retry_after_seconds)}`,
    cause: 'Passwords, codes or links were tried too often from this address, or for this account.',
    remedy: 'Wait as long as Retry-After says.',
  }),
  member_of_nothing: forbidden({
    en: 'You are a member of no organization any more: ask an owner to invite you',
    cause: 'The account was removed from its last organization.',
    remedy: 'Ask an owner for an invitation.',
  }),
  wrong_password: forbidden({
    en: 'Wrong password',
    cause: 'A change of the account needs its current password, and another one was typed.',
    remedy: 'Type the current password.',
  }),
  password_guessable: badRequest({
    facts: { field: Type.String() },
    en: ({ field }) => `${field} is easy to guess: use three or four words that have nothing to do with each other`,
    cause:
      'The password is a common one, or is made of the name or the e-mail address of the person or the organization.',
    remedy: 'Choose three or four unrelated words, or let a password manager make one.',
  }),
  wrong_new_code: badRequest({
    field: 'code',
    en: 'code must be what the app shows now',
    cause: 'The code does not belong to the secret that was just made.',
    remedy: 'Scan the QR code again, check the clock of the telephone, and type the next code.',
  }),
  codes_already_on: conflict({
    en: 'Codes are asked for already: turn that off first',
    cause: 'The account has an authenticator app.',
    remedy: 'Turn it off before another one is set up.',
  }),
  no_secret_to_confirm: conflict({
    en: 'There is no new secret to confirm',
    cause: 'No authenticator app is being set up for this account.',
    remedy: 'Begin again.',
  }),
  codes_already_off: conflict({
    en: 'No codes are asked for',
    cause: 'The account has no authenticator app.',
    remedy: 'Nothing is left to do.',
  }),
  link_over: missing({
    en: 'This link was used already, or is over',
    cause: 'A link from a mail or the terminal works once, and for some time.',
    remedy: 'Ask for a new one.',
  }),
  member_not_found: notFound('Member'),
  last_owner: conflict({
    en: 'The last owner stays: make somebody else an owner first',
    cause: 'An organization needs an owner.',
    remedy: 'Make another member an owner first.',
  }),
  invitation_not_found: notFound('Invitation'),
  email_already_member: conflict({
    facts: { email: Type.String() },
    en: ({ email }) => `${email} is a member already`,
    cause: 'The person who is invited belongs to the organization.',
    remedy: 'Change their role instead.',
  }),
  first_member_not_owner: conflict({
    en: 'Nobody logs in to this organization yet: the first one has to be an owner',
    cause: 'The first invitation of an organization was for another role.',
    remedy: 'Invite an owner first.',
  }),
  invited_at_once: conflict({
    en: 'This address is being invited by someone else: try again',
    cause: 'Two invitations to the same address were sent at the same moment.',
    remedy: 'Send it again, should it still be needed.',
  }),
  already_member: conflict({
    en: 'You are a member already',
    cause: 'Another invitation to the same organization was accepted before.',
    remedy: 'Log in.',
  }),
  account_made_meanwhile: conflict({
    en: 'This address got an account just now: use the password of that one',
    cause: 'Another invitation to the same address was accepted at the same moment.',
    remedy: 'Accept the invitation with the password of the new account.',
  }),
});

function inWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
