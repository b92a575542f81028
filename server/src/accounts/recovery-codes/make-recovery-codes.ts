import type { Database, Tx } from '../../platform/database/database.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { Self } from '../me/change-me.ts';
import { notifyPerson } from '../notices/notify-person.ts';
import { lockAccount } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import { hasSecondFactor } from '../user.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from './queries.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-code.ts';

/**
 * Makes new recovery codes, which are shown only once; earlier ones stop working. If two requests make codes at once,
 * those of the later one work. @throws Refusal 409 if log-ins need no second factor
 */
export async function makeRecoveryCodes(db: Database, { userId, browser, now }: Self): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || !hasSecondFactor(account)) throw accountRefusals.codes_already_off();
    await saveRecoveryCodes(tx, userId, codes);
    await notifyPerson(tx, { userId, browser, now, change: 'recovery_codes_replaced' });
  });
  return codes;
}

/** Replaces the codes of an account whose row is locked. */
export async function saveRecoveryCodes(tx: Tx, userId: Uuid, codes: string[]): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await insertRecoveryCodes(
    tx,
    userId,
    codes.flatMap((code) => recoveryCodeHash(code) ?? []),
  );
}
