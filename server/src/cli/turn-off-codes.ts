import { forgetTotp } from '../accounts/queries.ts';
import type { Command } from './command.ts';
import { emailOf, userOf } from './fields.ts';
import { print, withDatabase } from './with-database.ts';

export const turnOffCodesCommand: Command = {
  name: 'users turn-off-codes',
  summary: 'Let somebody log in without the code of an authenticator app that they lost',
  options: { email: { value: 'ADDRESS', help: 'Whose', required: true } },
  async run(values) {
    const email = emailOf(values);
    const wasOn = await withDatabase(async (db) => forgetTotp(db, (await userOf(db, email)).id));
    print(wasOn ? `${email} logs in with the password alone now.` : `${email} was not asked for a code.`);
  },
};
