import { notifyPerson } from '../accounts/notices/notify-person.ts';
import { deleteTotp } from '../accounts/queries.ts';
import type { Command } from './command.ts';
import { emailOf, userOf } from './fields.ts';
import { print, withDatabase } from './with-database.ts';

export const turnOffCodesCommand: Command = {
  name: 'users turn-off-codes',
  summary: 'Turn off the codes of a lost authenticator app',
  options: { email: { value: 'ADDRESS', help: 'Address of the account', required: true } },
  async run(values) {
    const email = emailOf(values);
    const wasOn = await withDatabase(async (db) => {
      const { id: userId } = await userOf(db, email);
      return db.transaction(async (tx) => {
        const wasOn = await deleteTotp(tx, userId);
        if (wasOn) await notifyPerson(tx, { userId, change: 'two_factor_off', browser: null, now: new Date() });
        return wasOn;
      });
    });
    print(wasOn ? `${email} now logs in with the password alone.` : `${email} was not asked for a code.`);
  },
};
