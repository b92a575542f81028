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
    const wasOn = await withDatabase(async (db) => deleteTotp(db, (await userOf(db, email)).id));
    print(wasOn ? `${email} now logs in with the password alone.` : `${email} was not asked for a code.`);
  },
};
