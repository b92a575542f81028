import { ApiError } from './api.mjs';
import { Failure, helpOf, parseCommandLine, print, UsageError } from './command-line.mjs';
import { COMMANDS } from './commands.mjs';

const find = (words) => COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));

/** Whether these words are a command for programs; the others are the operator's. `events` alone shows its help. */
export const isOurs = (words) => find(words) !== undefined || words[0] === 'events';

/** The list of these commands. */
export function overview() {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n');
}

/** @throws UsageError unless words that name no command ask for help, as `events` alone does */
function refuseUnknown(words) {
  const at = words[0] === 'events' ? 1 : 0;
  if (words.length > at && !['help', '--help', '-h'].includes(words[at]))
    throw new UsageError(`unknown command: ${words.slice(0, at + 1).join(' ')}`);
}

/**
 * @returns the exit code: that of a program the command runs, 1 when the command fails, 2 when the command line is
 * wrong
 */
export async function run(words) {
  const command = find(words);
  try {
    if (!command) {
      refuseUnknown(words);
      print(
        `Usage: npx takilya <command> [options]\n\n${overview()}\n\nOptions of a command: npx takilya <command> --help`,
      );
      return 0;
    }
    const values = parseCommandLine(command, words.slice(command.name.split(' ').length));
    if (values === 'help') print(helpOf(command));
    else return (await command.run(values)) ?? 0;
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\nSee: npx takilya ${command ? `${command.name} ` : ''}--help\n`);
      return 2;
    }
    if (!(error instanceof ApiError || error instanceof Failure)) throw error;
    process.stderr.write(`takilya: ${error.message}\n`);
    return 1;
  }
}
