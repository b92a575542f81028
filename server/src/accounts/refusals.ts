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

/** Refusals of log-in, account and team requests. */
export const accountRefusals = declareRefusals({
  wrong_credentials: unauthorized({
    securityEvent: 'log_in_failed',
    en: 'Wrong e-mail or password',
    cause: 'There is no account with this address and password. The answer does not reveal which of the two is wrong.',
    remedy: 'Type them again, or ask for a link to set a new password.',
  }),
  code_needed: unauthorized({
    securityEvent: null,
    en: 'A code from your authenticator app is needed',
    cause: 'The password is correct, and the account also requires a code.',
    remedy: 'Log in again with the current `code` from the app, or with a recovery code.',
  }),
  wrong_code: unauthorized({
    securityEvent: 'second_factor_failed',
    en: 'Wrong code, or one that was used before: wait for the next one',
    cause: 'The code of the authenticator app, or the recovery code, is wrong, expired or already used.',
    remedy: 'Enter the next code. Check that the clock of the phone is right. Each recovery code works once.',
  }),
  passkey_needed: unauthorized({
    securityEvent: null,
    en: 'The password is not enough: use your passkey, or send a recovery code',
    cause: 'The password is correct, and the account also requires a passkey.',
    remedy: 'Send the passkey, which needs no password, or a recovery code as `code`.',
  }),
  passkey_refused: unauthorized({
    securityEvent: 'second_factor_failed',
    en: 'This passkey was not accepted: try again, or use your password',
    cause:
      'The passkey is unknown, removed or not of the invited account, or its answer is late, was sent before or belongs ' +
      'to another site. ' +
      'The answer does not reveal which.',
    remedy: 'Start again.',
  }),
  too_many_tries: tooMany({
    securityEvent: 'log_in_throttled',
    facts: RetryAfter,
    en: ({ retry_after_seconds }) => `Too many tries: try again in ${inWords(retry_after_seconds)}`,
    cause: 'Passwords, codes or links were tried too often from this address, or for this account.',
    remedy: 'Wait for the time in Retry-After.',
  }),
  member_of_nothing: forbidden({
    en: 'You are no longer a member of any organization: ask an owner to invite you',
    cause: 'The account was removed from its last organization.',
    remedy: 'Ask an owner for an invitation.',
  }),
  wrong_password: forbidden({
    securityEvent: 'log_in_failed',
    en: 'Wrong password',
    cause: 'Changing the account requires its current password, and the one sent is wrong.',
    remedy: 'Enter the current password.',
  }),
  password_guessable: badRequest({
    facts: { field: Type.String() },
    en: ({ field }) => `${field} is easy to guess: use three or four words that have nothing to do with each other`,
    cause:
      'The password is a common one, or is made of the name or the e-mail address of the person or the organization.',
    remedy: 'Choose three or four unrelated words, or let a password manager make one.',
  }),
  wrong_new_code: badRequest({
    securityEvent: 'second_factor_failed',
    field: 'code',
    en: 'code must be what the app shows now',
    cause: 'The code does not match the new secret.',
    remedy: 'Scan the QR code again, check the clock of the phone, and enter the next code.',
  }),
  codes_already_on: conflict({
    en: 'Codes are already required: turn them off first',
    cause: 'The account already has an authenticator app.',
    remedy: 'Turn it off before you set up another one.',
  }),
  no_secret_to_confirm: conflict({
    en: 'There is no new secret to confirm',
    cause: 'No authenticator app is being set up for this account.',
    remedy: 'Start the set-up again.',
  }),
  codes_already_off: conflict({
    en: 'Codes are not required',
    cause: 'The account has no authenticator app, or, for recovery codes, no second factor at all.',
    remedy: 'There is nothing to do.',
  }),
  passkey_not_registered: badRequest({
    en: 'The passkey could not be registered: start again',
    cause: 'The answer of the browser is late, was sent before, belongs to another site, or has certificates.',
    remedy: 'Start the registration again, on the page of `PUBLIC_URL`.',
  }),
  passkey_known: conflict({
    en: 'This passkey is already registered',
    cause: 'The device has sent a key that an account has already.',
    remedy: 'There is nothing to do.',
  }),
  too_many_passkeys: conflict({
    facts: { max: Type.Integer() },
    en: ({ max }) => `An account has at most ${max} passkeys: remove one first`,
    cause: 'The account has as many passkeys as an account may have.',
    remedy: 'Remove a passkey that is no longer used.',
  }),
  passkey_not_found: missing({
    en: 'Passkey not found',
    cause: 'The logged-in user has no passkey with this id.',
    remedy: 'Reload the list.',
  }),
  second_factor_missing: conflict({
    en: 'Turn on two-factor authentication for yourself first',
    cause: 'An owner without a second factor would lock themselves out by requiring one of every member.',
    remedy: 'Turn it on for your own account on the page Settings, then require it.',
  }),
  two_factor_must_stay_on: conflict({
    facts: { organization: Type.String() },
    en: ({ organization }) => `${organization} requires two-factor authentication: it cannot be turned off`,
    cause: 'An organization of this person requires a second factor of every member.',
    remedy: 'Add another second factor first, or ask an owner of the organization to stop requiring it.',
  }),
  link_over: missing({
    en: 'This link has already been used or has expired',
    cause: 'A link from an e-mail or the terminal works once and expires.',
    remedy: 'Ask for a new one.',
  }),
  session_not_found: notFound('Session'),
  member_not_found: notFound('Member'),
  last_owner: conflict({
    en: 'An organization needs an owner: make another member an owner first',
    cause: 'An organization needs an owner.',
    remedy: 'Make another member an owner first.',
  }),
  team_of_live_organization: conflict({
    en: 'The team of a test organization is that of the live one: change it there',
    cause: 'The session is in test mode. A test organization has the members and the rules of its live organization.',
    remedy: 'Switch to the live organization, then send it again.',
  }),
  invitation_not_found: notFound('Invitation'),
  email_already_member: conflict({
    facts: { email: Type.String() },
    en: ({ email }) => `${email} is already a member`,
    cause: 'The invited person already belongs to the organization.',
    remedy: 'Change their role instead.',
  }),
  first_member_not_owner: conflict({
    en: 'The organization has no members yet: the first one must be an owner',
    cause: 'The first member of an organization must be an owner, and the invitation has another role.',
    remedy: 'Invite an owner first.',
  }),
  invited_at_once: conflict({
    en: 'This address is being invited by someone else. Try again.',
    cause: 'Two invitations to the same address were sent at the same moment.',
    remedy: 'Send the invitation again if it is still needed.',
  }),
  too_many_invitations: conflict({
    facts: { max: Type.Integer() },
    en: ({ max }) => `There are ${max} open invitations: take back those that nobody will accept`,
    cause: 'The organization has as many open invitations as it may have.',
    remedy: 'Delete invitations, or wait until they are accepted or expire after a week.',
  }),
  already_member: conflict({
    en: 'You are already a member',
    cause: 'You already accepted another invitation to this organization.',
    remedy: 'Log in.',
  }),
  account_made_meanwhile: conflict({
    en: 'An account with this address was just created: use its password',
    cause: 'Another invitation to the same address was accepted at the same moment.',
    remedy: 'Accept the invitation with the password of the new account.',
  }),
});

function inWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
