import type { Database } from '../../platform/database/database.ts';
import type { PassOfTicket } from './pass-serial.ts';
import { deleteFirstRegistrations, saveRegistration } from './queries.ts';

/**
 * A phone, its watch and a tablet, and the next ones. With more, the first are told of no change. A ticket with a new
 * code has a new pass: those of a former holder put none of the present one off.
 */
const MAX_PHONES_PER_PASS = 10;

/**
 * Registers a phone for the changes of a pass, or saves its new push token. If phones register at the same time, one
 * too many may stay until the next one registers.
 * @returns whether it is new
 */
export const registerPhone = (
  db: Database,
  pass: PassOfTicket,
  phone: { deviceId: string; pushToken: string; now: Date },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isNew = await saveRegistration(tx, pass, phone);
    if (isNew) deleteFirstRegistrations(tx, pass, MAX_PHONES_PER_PASS);
    return isNew;
  });
