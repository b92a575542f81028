import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Content, fillDataDir, SECRETS_KEY } from '../databases/prepared-data-dir.ts';

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * The runtime of production, whatever runs the tests. But a server that runs for seconds never recovers the time that
 * V8 spends on optimizing the embedded database, which was a third of its processor time.
 */
export const server = [
  join(repository, 'node_modules/.bin/node'),
  '--liftoff-only',
  join(repository, 'server/dist/main.js'),
] as const;
export const npmStart = ['npm', 'start'];

/** It only ends what hangs: beside other work a start with demo data has taken three quarters of a minute. */
const READY_WITHIN_MS = 150_000;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Time from the signal to the end. */
  tookMs: number;
}

/**
 * A program under test, as an operator starts it: nothing of the test's own environment but PATH, HOME and the compile
 * cache.
 */
export class Program {
  readonly child: ChildProcess;
  output = '';
  errors = '';
  readonly #ended: Promise<unknown>;

  /** `input` is its standard input. */
  constructor([file = '', ...arguments_]: readonly string[], env: NodeJS.ProcessEnv, input?: string) {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    this.child = spawn(file, arguments_, {
      cwd: repository,
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    // A program may end before it has read all input.
    this.child.stdin?.on('error', () => {}).end(input);
    this.#ended = once(this.child, 'close');
    this.child.stdout?.on('data', (data) => {
      this.output += data;
    });
    this.child.stderr?.on('data', (data) => {
      this.errors += data;
    });
    const gone = once(this.child, 'exit');
    // A killed process keeps its locks until it is gone, and on a busy machine that takes a while.
    onTestFinished(async () => {
      if (this.child.kill('SIGKILL')) await gone;
    });
  }

  get running() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** @returns how it ended; its output is complete then. */
  async end(signal?: NodeJS.Signals): Promise<Exit> {
    const sent = performance.now();
    if (signal) this.child.kill(signal);
    await this.#ended;
    return { code: this.child.exitCode, signal: this.child.signalCode, tookMs: performance.now() - sent };
  }

  /** Waits for a line in either output. @throws Error when the program ends without it */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const giveUpAt = performance.now() + READY_WITHIN_MS;
    for (;;) {
      const found = pattern.exec(this.output) ?? pattern.exec(this.errors);
      if (found) return found;
      if (!this.running || performance.now() > giveUpAt)
        throw new Error(`it never said ${pattern}:\n${this.output}\n${this.errors}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

export interface RunningServer extends Program {
  url: string;
}

/** Starts a server on a free port, by default without demo data and draining. Resolves when it is ready. */
export async function startServer(env: NodeJS.ProcessEnv, command: readonly string[] = server): Promise<RunningServer> {
  const program = new Program(command, {
    PORT: '0',
    DEMO: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    DRAIN_SECONDS: '0',
    // Otherwise it is made in DATA_DIR.
    ...(env.DATABASE_URL ? { SECRETS_KEY } : {}),
    ...env,
  });
  await program.says(/Takilya is ready/);
  const url = await addressOf(program);
  const { status } = await fetch(`${url}/readyz`);
  if (status !== 200) throw new Error(`it said that it is ready, and /readyz answers ${status}`);
  return Object.assign(program, { url });
}

/** The address that it listens on, known before it is ready. */
export async function addressOf(program: Program): Promise<string> {
  const [, port] = await program.says(/Server listening at http:\/\/127\.0\.0\.1:(\d+)/);
  return `http://127.0.0.1:${port}`;
}

/** A new folder for a server's data, removed after the test. It has an unused database, or the demo. */
export async function newDataDir(content?: Content): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'takilya-process-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  if (content) await fillDataDir(directory, content);
  return directory;
}
