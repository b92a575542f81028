import { type SpawnSyncReturns, spawnSync } from 'node:child_process';

/** A public generator, and the compiler of its language. */
export interface Client {
  name: string;
  /** Required programs, with the Debian packages of each, separated by spaces. */
  needs: Record<string, string>;
  /** Downloads the generator and libraries. A failure here says nothing about our document. */
  prepare(workspace: Workspace): void;
  /** Generates, compiles, and reads a sample with the result. @throws Error when any of it fails */
  check(workspace: Workspace): void;
}

export interface Workspace {
  /** An empty folder of this client. */
  folder: string;
  /** File with the OpenAPI document. */
  document: string;
  /** File with an event as the API returns it; see `SAMPLE`. */
  sample: string;
  run(program: string, arguments_: string[], options?: { in?: string; env?: Record<string, string> }): void;
}

/** A price that single precision cannot represent: a client that reads it as 1234567.88 loses money. */
export const PRICE = 1_234_567.89;

const LAST_LINES = 25;

/** @throws Error with the program's last lines of output, when it fails */
export function runProgram(program: string, arguments_: string[], cwd: string, env: Record<string, string> = {}): void {
  const ended = spawnSync(program, arguments_, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (ended.status === 0) return;
  throw new Error(`${program} ${arguments_.join(' ')}\n${ended.error?.message ?? lastLines(ended)}`);
}

const lastLines = ({ stdout, stderr }: SpawnSyncReturns<string>) =>
  `${stdout}\n${stderr}`.trim().split('\n').slice(-LAST_LINES).join('\n');

export const exists = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).status === 0;
