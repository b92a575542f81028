import type { Command } from './command.ts';

/** The list of commands. */
export function overview(commands: Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Usage: npx takilya <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'For programs: login, logout, profiles, listen, trigger, events tail, mcp, open and completion (docs/cli.md)',
    'Options of a command: npx takilya <command> --help',
    'Settings are environment variables, the same as for npm start: docs/settings.md',
  ].join('\n');
}

export function commandHelp({ name, summary, options }: Command): string {
  const rows = Object.entries(options).map(([option, { value, help, required }]) => ({
    left: `--${option} ${value}`,
    help: required ? help : `${help} (optional)`,
  }));
  rows.push({ left: '--help', help: 'Show this' });
  const width = Math.max(...rows.map(({ left }) => left.length));
  const required = Object.entries(options).filter(([, option]) => option.required);
  const usage = ['npx takilya', name, ...required.map(([option, { value }]) => `--${option} ${value}`)].join(' ');
  const lines = rows.map((row) => `  ${row.left.padEnd(width)}  ${row.help}`);
  return [`Usage: ${usage} [options]`, '', `${summary}.`, '', ...lines].join('\n');
}
