import { makeResetLink } from '../accounts/password-resets/reset-password.ts';
import { readConfig } from '../config/config.ts';
import type { Command } from './command.ts';
import { emailOf, publicUrlOf, userOf } from './fields.ts';
import { advise, print, withDatabase } from './with-database.ts';

/** Short, because the link stays in the terminal where it is printed. */
const WORKS_FOR_MS = 3_600_000;

export const resetPasswordCommand: Command = {
  name: 'users reset-password',
  summary: 'Print a link to set a new password',
  options: { email: { value: 'ADDRESS', help: 'Address of the account', required: true } },
  async run(values) {
    const email = emailOf(values);
    const expiresAt = new Date(Date.now() + WORKS_FOR_MS);
    const link = await withDatabase(async (db) => {
      const { id: userId } = await userOf(db, email);
      return makeResetLink(db, publicUrlOf(readConfig()), { userId, expiresAt });
    });
    print(link);
    advise(
      'It works once, for an hour. The old password works until it is used.',
      'If the second factor is lost too:',
      `  npx takilya users turn-off-codes --email ${email}`,
    );
  },
};
