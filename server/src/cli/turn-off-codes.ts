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
      const { id } = await userOf(db, email);
      return db.transaction((tx) => turnOffSecondFactor(tx, id));
    });
    print(wasOn ? `${email} now logs in with the password alone.` : `${email} was not asked for a second factor.`);
  },
};
