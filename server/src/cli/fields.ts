import { findAccountByEmail } from '../accounts/queries.ts';
import { normalEmail } from '../accounts/user.ts';
import type { Config } from '../config/config.ts';
import type { Queryable } from '../platform/database/database.ts';
import { MAX_NAME_LENGTH } from '../platform/http/contract/fields.ts';
import { isEmail } from '../platform/http/contract/validation.ts';
import { hasAtMost } from '../values/characters.ts';
import { isTimeZone, parseTimestamp } from '../values/timestamps.ts';
import { isUuid, type Uuid } from '../values/uuid.ts';
import { requiredValue, UsageError, type Values } from './command.ts';

/** @throws UsageError */
export function nameOf(values: Values): string {
  const name = requiredValue(values, 'name').trim();
  if (name === '' || !hasAtMost(name, MAX_NAME_LENGTH))
    throw new UsageError(`--name must have 1 to ${MAX_NAME_LENGTH} characters`);
  return name;
}

/** @throws UsageError */
export function uuidOf(values: Values, option: string): Uuid {
  const id = requiredValue(values, option);
  if (!isUuid(id)) throw new UsageError(`--${option} must be a UUID, not "${id}"`);
  return id.toLowerCase();
}

/** @returns undefined when it is not given. @throws UsageError */
export function timeZoneOf(values: Values): string | undefined {
  const timeZone = values['time-zone'];
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new UsageError(`--time-zone must be an IANA time zone like Asia/Manila, not "${timeZone}"`);
  return timeZone;
}

/** @returns null when it is not given. @throws UsageError */
export function timeOf(values: Values, option: string): Date | null {
  const text = values[option];
  if (text === undefined) return null;
  // The operator's time zone is unknown, so a time without an offset would be ambiguous.
  const time = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? parseTimestamp(text, 'UTC') : undefined;
  if (!time)
    throw new UsageError(`--${option} must be a time with an offset such as 2027-12-31T23:59:59+08:00, not "${text}"`);
  return time;
}

/** @throws UsageError */
export function emailOf(values: Values): string {
  const email = normalEmail(requiredValue(values, 'email'));
  if (!isEmail(email)) throw new UsageError(`--email must be an e-mail address, not "${email}"`);
  return email;
}

/** @throws Error for the operator when no account has this address */
export async function userOf(db: Queryable, email: string) {
  const user = await findAccountByEmail(db, email);
  if (!user)
    throw new Error(`no account has the address ${email}: npx takilya users list --organization ID shows the accounts`);
  return user;
}

/** The base URL of printed links without a running server: PUBLIC_URL, or the default address of `npm start`. */
export const publicUrlOf = ({ publicUrl, port }: Config): string => publicUrl ?? `http://localhost:${port}`;
