import { parseArgs } from 'node:util';

/**
 * A command for people who write programs against the API.
 * @typedef {{ name: string, help: string, required?: boolean, values?: readonly string[] }} Argument
 * @typedef {{ value?: string, help: string, required?: boolean, values?: readonly string[] }} Option without `value`: a
 *   switch
 * @typedef {{ name: string, summary: string, argument?: Argument, options: Record<string, Option>,
 *   run: (values: Record<string, any>) => Promise<void | number> }} Command with the exit code, if it is not 0
 */

/** A wrong command line: prints the message and a pointer to the help, exit code 2. */
export class UsageError extends Error {}

/** What is said to the person instead of a stack trace, exit code 1. */
export class Failure extends Error {}

const OF_ALL = {
  profile: { value: 'NAME', help: 'Use the server and key of this profile; default the one of the first login' },
  json: { help: 'Print JSON, one object on a line' },
};

/** @param {Command} command */
export const optionsOf = ({ options }) => ({ ...options, ...OF_ALL });

/**
 * @param {Command} command
 * @param {string[]} words
 * @returns {Record<string, any> | 'help'} the options by name, and the argument as `argument`
 */
export function parseCommandLine(command, words) {
  const options = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { value }] of Object.entries(optionsOf(command)))
    options[name] = { type: value ? 'string' : 'boolean' };
  const { values, positionals } = parse(options, words);
  if (values.help) return 'help';
  for (const [name, { required, values: known }] of Object.entries(optionsOf(command))) {
    if (required && values[name] === undefined) throw new UsageError(`--${name} is required`);
    if (known && values[name] !== undefined) requireKnown(`--${name}`, values[name].split(','), known);
  }
  const { argument } = command;
  if (positionals.length > (argument ? 1 : 0)) throw new UsageError(`unexpected argument: ${positionals.at(-1)}`);
  if (argument?.required && positionals.length === 0) throw new UsageError(`${argument.name} is required`);
  if (argument?.values && positionals.length > 0) requireKnown(argument.name, positionals, argument.values);
  return { ...values, argument: positionals[0] };
}

function parse(options, words) {
  try {
    return parseArgs({ args: words, options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function requireKnown(name, given, known) {
  const other = given.find((word) => !known.includes(word));
  if (other !== undefined) throw new UsageError(`${name} must be of ${known.join(', ')}, not "${other}"`);
}

/** @param {Command} command */
export function helpOf(command) {
  const { name, summary, argument } = command;
  const rows = [
    ...(argument ? [[argument.name, argument.help]] : []),
    ...Object.entries(optionsOf(command)).map(([option, { value, help }]) => [
      `--${option}${value ? ` ${value}` : ''}`,
      help,
    ]),
    ['--help', 'Show this'],
  ];
  const width = Math.max(...rows.map(([left]) => left.length));
  const required = Object.entries(command.options).filter(([, option]) => option.required);
  const usage = [
    ...['npx takilya', name],
    ...(argument ? [argument.required ? argument.name : `[${argument.name}]`] : []),
    ...required.map(([option, { value }]) => `--${option} ${value}`),
  ];
  const lines = rows.map(([left, help]) => `  ${left.padEnd(width)}  ${help}`);
  return [`Usage: ${usage.join(' ')} [options]`, '', `${summary}.`, '', ...lines].join('\n');
}

/** Standard output is for what a program reads. */
export const print = (...lines) => process.stdout.write(`${lines.join('\n')}\n`);
export const printJson = (value) => print(JSON.stringify(value));
/** Standard error is for people. */
export const say = (...lines) => process.stderr.write(`${lines.join('\n')}\n`);
