import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** A command of `npx takilya`. */
export interface Command {
  /** One word or two: `keys create`. */
  name: string;
  /** One line in the list of commands. */
  summary: string;
  /** Options by name. */
  options: Record<string, Option>;
  /** @throws UsageError for wrong options; Refusal and others when the command fails */
  run(values: Values): Promise<void>;
}

export interface Option {
  /** The placeholder for the value in the help: `NAME`. */
  value: string;
  help: string;
  required?: boolean;
}

export type Values = Record<string, string | undefined>;

/** A wrong command line: prints the message and a pointer to the help, exit code 2. */
export class UsageError extends Error {}

/** @returns the values of the options, or 'help' if requested. @throws UsageError */
export function parseOptions(command: Command, words: string[]): Values | 'help' {
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const name of Object.keys(command.options)) options[name] = { type: 'string' };
  const { help, ...values } = parse(options, words);
  if (help) return 'help';
  for (const [name, { required }] of Object.entries(command.options)) {
    if (required && values[name] === undefined) throw new UsageError(`--${name} is required`);
  }
  return values as Values;
}

function parse(options: ParseArgsOptionsConfig, words: string[]) {
  try {
    return parseArgs({ args: words, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The value of a required option. */
export function requiredValue(values: Values, name: string): string {
  const value = values[name];
  if (value === undefined) throw new UsageError(`--${name} is required`);
  return value;
}
