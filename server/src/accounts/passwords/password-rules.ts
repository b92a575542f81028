import { Type } from 'typebox';
import { accountRefusals } from '../refusals.ts';

/** Long rather than colourful: what NIST SP 800-63B asks, and what log-in throttling makes enough. */
const MIN_LENGTH = 10;
/** More than anybody types; longer ones would only cost time. */
const MAX_LENGTH = 200;

/** A password that is set. */
export const NewPassword = Type.String({ format: 'text', minLength: MIN_LENGTH, maxLength: MAX_LENGTH });
/** One that is tried: whatever it is, it is right or wrong. */
export const TriedPassword = Type.String({ format: 'text', maxLength: MAX_LENGTH });

/** `field`: what the password is called in the request. @throws Refusal password_is_email */
export function requireGoodPassword(password: string, email: string, field = 'password') {
  if (password.toLowerCase() === email.toLowerCase()) throw accountRefusals.password_is_email({ field });
}
