import { ConfigError } from '../config/config.ts';
import { backupCommand } from './backup.ts';
import { type Command, parseOptions, UsageError } from './command.ts';
import { createKeyCommand } from './create-key.ts';
import { createOrganizationCommand } from './create-organization.ts';
import { demoCommand } from './demo.ts';
import { distributeCommand } from './distribute.ts';
import { dumpCommand } from './dump.ts';
import { commandHelp, overview } from './help.ts';
import { inviteUserCommand } from './invite-user.ts';
import { listKeysCommand } from './list-keys.ts';
import { listOrganizationsCommand } from './list-organizations.ts';
import { listPaymentsCommand } from './list-payments.ts';
import { listUsersCommand } from './list-users.ts';
import { migrateCommand } from './migrate.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { restoreCommand } from './restore.ts';
import { revokeKeyCommand } from './revoke-key.ts';
import { serveCommand } from './serve.ts';
import { setPaymentsCommand } from './set-payments.ts';
import { turnOffCodesCommand } from './turn-off-codes.ts';
import { verifyCommand } from './verify.ts';
import { print } from './with-database.ts';

const COMMANDS = [
  serveCommand,
  migrateCommand,
  verifyCommand,
  demoCommand,
  backupCommand,
  dumpCommand,
  restoreCommand,
  distributeCommand,
  createOrganizationCommand,
  listOrganizationsCommand,
  createKeyCommand,
  listKeysCommand,
  revokeKeyCommand,
  inviteUserCommand,
  listUsersCommand,
  resetPasswordCommand,
  turnOffCodesCommand,
  setPaymentsCommand,
  listPaymentsCommand,
];

/**
 * Runs the command in the words after `npx takilya`.
 * @returns the exit code: 1 when it fails, 2 when the command line is wrong
 */
export async function run(words: string[]): Promise<0 | 1 | 2> {
  try {
    await runCommand(words);
    return 0;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function runCommand(words: string[]) {
  if (words.length === 0 || words[0] === '--help' || words[0] === '-h' || words[0] === 'help')
    return print(overview(COMMANDS));
  const command = commandOf(words);
  if (typeof command === 'string') return print(command);
  try {
    const values = parseOptions(command, words.slice(command.name.split(' ').length));
    if (values === 'help') return print(commandHelp(command));
    await command.run(values);
  } catch (error) {
    if (error instanceof UsageError) error.message += `\nSee: npx takilya ${command.name} --help`;
    throw error;
  }
}

/** @returns the command, or the help of a group (`keys --help`). @throws UsageError */
function commandOf(words: string[]): Command | string {
  const found = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (found) return found;
  const [first, second] = words;
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0 && (second === undefined || second === '--help' || second === '-h')) return overview(group);
  const name = group.length > 0 ? `${first} ${second}` : first;
  throw new UsageError(`unknown command: ${name}\nSee: npx takilya --help`);
}

function messageOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UsageError) return error.message;
  return `takilya: ${error instanceof Error ? error.message : error}`;
}
