import { notifyPerson } from '../accounts/notices/notify-person.ts';
import { turnOffSecondFactor } from '../accounts/second-factor/turn-off.ts';
import type { Command } from './command.ts';
import { emailOf, userOf } from './fields.ts';
import { print, withDatabase } from './with-database.ts';

export const turnOffCodesCommand: Command = {
  name: 'users turn-off-codes',
  summary: 'Turn off two-factor authentication of a person who lost their phone',
  options: { email: { value: 'ADDRESS', help: 'Address of the account', required: true } },
  async run(values) {
    const email = emailOf(values);
    const wasOn = await withDatabase(async (db) => {
      const { id: userId } = await userOf(db, email);
      return db.transaction(async (tx) => {
        const wasOn = await turnOffSecondFactor(tx, userId);
        if (wasOn) await notifyPerson(tx, { userId, change: 'two_factor_off', browser: null, now: new Date() });
        return wasOn;
      });
    });
    print(wasOn ? `${email} now logs in with the password alone.` : `${email} was not asked for a second factor.`);
  },
};
