import { isUuid, type Uuid } from '../uuid.ts';
import { requiredValue, UsageError, type Values } from './command.ts';

/** As everywhere: docs/contract-notes.md */
const MAX_NAME_LENGTH = 200;

/** @throws UsageError */
export function nameOf(values: Values): string {
  const name = requiredValue(values, 'name').trim();
  if (name.length === 0 || name.length > MAX_NAME_LENGTH)
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
  if (timeZone === undefined) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw new UsageError(`--time-zone must be an IANA time zone like Asia/Manila, not "${timeZone}"`);
  }
}
