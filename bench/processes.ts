import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The work after a start is not measured: rendering the demo's mails takes a second of CPU time. */
const SETTLE_MS = 5_000;

export interface Service {
  url: string;
  pid: number | undefined;
  apiKey: string;
  dataDir: string;
  call(method: string, path: string, body?: object): Promise<{ status: number; data: never; text: string }>;
  /** One service for each organization: the same server with the organization's own key. */
  organizations: Service[];
  /** Stops the server. @returns the last line of `takilya verify` @throws when an invariant is violated */
  stopAndVerify(): Promise<string>;
  stop(): Promise<void>;
}

/** All instances of a database have one key. */
const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64');

const environment = (dataDir: string, databaseUrl: string | null, more: NodeJS.ProcessEnv = {}) => ({
  // As every way to start it sets.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '10000000',
  LOG_LEVEL: 'warn',
  SECRETS_KEY,
  ...more,
});

const start = (env: NodeJS.ProcessEnv, folder = '.') =>
  spawn(process.execPath, ['server/dist/main.js'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/**
 * Builds what has changed and starts the server in its own process on a fresh database, with a key whose rate limit is
 * never reached. `settings` change its environment; `folder` has another version, with its modules installed.
 */
export async function startService(
  databaseUrl: string | null,
  settings: NodeJS.ProcessEnv = {},
  folder = '.',
): Promise<Service> {
  await execute(process.execPath, ['scripts/build.ts'], { cwd: folder });
  const dataDir = await mkdtemp(join(tmpdir(), 'takilya-bench-'));
  const child = start({ ...environment(dataDir, databaseUrl, settings), DEMO: '1' }, folder);
  await line(child, /ready/);
  const { api_url: url, organizations } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  await pause(SETTLE_MS);
  const all: Service[] = organizations.map(({ api_key: apiKey }: { api_key: string }) => ({
    url,
    pid: child.pid,
    apiKey,
    dataDir,
    async call(method: string, path: string, body?: object) {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body && JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, data: JSON.parse(text).data as never, text };
    },
    get organizations() {
      return all;
    },
    async stopAndVerify() {
      await end(child);
      const verified = await execute(process.execPath, ['server/dist/takilya.js', 'verify'], {
        env: environment(dataDir, databaseUrl),
      });
      return verified.stdout.trim().split('\n').at(-1) ?? '';
    },
    async stop() {
      await end(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  }));
  const service = all.at(-1);
  if (!service) throw new Error('the demo has no organization');
  return service;
}

/** Starts another instance on the database of a service. */
export async function startInstance(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = start({ ...environment(tmpdir(), databaseUrl), DEMO: '0' });
  const address = await line(child, /^ +API +http/);
  return { url: address.trim().split(/ +/)[1] ?? '', stop: () => end(child) };
}

/** Starts a bare `node:http` server that serves the bytes of a file. */
export async function startBare(
  file: string,
): Promise<{ url: string; pid: number | undefined; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['bench/bare-server.ts', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await line(child, /\d+/);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => end(child) };
}

async function line(child: ChildProcess, wanted: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output to read');
  for await (const text of createInterface({ input: child.stdout })) {
    if (wanted.test(text)) {
      child.stdout.resume();
      return text;
    }
  }
  throw new Error('the process ended before it was ready');
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
