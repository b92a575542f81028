import { Type } from 'typebox';
import { accountRefusals } from '../refusals.ts';

/** Length instead of character classes, as in NIST SP 800-63B. Log-in throttling makes this length sufficient. */
const MIN_LENGTH = 10;
/** Longer than any typed password; a higher limit would only cost hashing time. */
const MAX_LENGTH = 200;

/** A password to be set. */
export const NewPassword = Type.String({ format: 'text', minLength: MIN_LENGTH, maxLength: MAX_LENGTH });
/** A password to be checked: the rules for new passwords do not apply. */
export const TriedPassword = Type.String({ format: 'text', maxLength: MAX_LENGTH });

/** `field`: name of the password field in the request. @throws Refusal password_is_email */
export function requireGoodPassword(password: string, email: string, field = 'password') {
  if (password.toLowerCase() === email.toLowerCase()) throw accountRefusals.password_is_email({ field });
}
