import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fillDataDir, fillDemoOnPostgres, SECRETS_KEY } from '../server/test/databases/prepared-data-dir.ts';
import { server as serverCommand } from '../server/test/process/start-server.ts';

export interface Takilya {
  /** Without a slash at the end. */
  url: string;
  apiKey: string;
  /** Logs in to the dashboard as the owner of the organization that the key is of. */
  owner: { email: string; password: string };
  /** The owner of the other organization of the demo. */
  stranger: Takilya['owner'];
  /** What it printed when it was ready. */
  greeting(): string;
  /** Calls the API with the demo key. @returns `data` @throws when the answer is not a success */
  api(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Sends a request as the owner with a session, for actions that no key may do. */
  apiAsOwner(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

interface DemoOrganization {
  api_key: string;
  dashboard: Takilya['owner'];
}

/** With `DEMO: '0'` there is no account yet. */
const NOBODY: DemoOrganization = { api_key: '', dashboard: { email: '', password: '' } };

/**
 * The real server as a process of its own, on a free port, with demo data of its own on PostgreSQL: there a test of
 * pages takes three quarters of the processor time. Without the demo it is what `npm start` begins with: an empty
 * embedded database.
 */
export async function startTakilya(settings: Record<string, string> = {}): Promise<Takilya> {
  const dataDir = await mkdtemp(join(tmpdir(), 'takilya-e2e-'));
  const database = await fill(dataDir, settings.DEMO === '0');
  const [node, ...arguments_] = serverCommand;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const own = { DATA_DIR: dataDir, PORT: '0', RATE_LIMIT_PER_MINUTE: '10000', DRAIN_SECONDS: '0' };
  const env = { PATH, NODE_COMPILE_CACHE, ...own, ...database, ...settings };
  const server = spawn(node, arguments_, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(server, 'exit');
  const log: string[] = [];
  createInterface(server.stderr).on('line', (line) => log.push(line));
  const printed: string[] = [];
  const ready = new Promise<void>((resolve) => {
    createInterface(server.stdout).on('line', (line) => {
      printed.push(line);
      // The line after everything about addresses.
      if (line.startsWith('  Mail ')) resolve();
    });
  });
  const failed = exited.then(([code]) => Promise.reject(new Error(`Takilya ended with ${code}:\n${log.join('\n')}`)));
  // This promise may be rejected after the race, when no code awaits it any more.
  failed.catch(() => {});
  await Promise.race([ready, failed]);

  const greeting = () => printed.join('\n');
  const apiUrl = /http\S+\/api\/v1$/m.exec(greeting())?.[0] ?? '';
  const demo = settings.DEMO === '0' ? null : await readFile(join(dataDir, 'demo.json'), 'utf8');
  const [first, second]: DemoOrganization[] = demo ? JSON.parse(demo).organizations : [];
  const { api_key: apiKey, dashboard: owner } = first ?? NOBODY;
  async function send(method: string, path: string, body: unknown, credentials: Record<string, string>) {
    const headers = { ...credentials, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const response = await fetch(apiUrl + path, { method, headers, body: JSON.stringify(body) });
    const { data, error } = (response.status === 204 ? { data: {} } : await response.json()) as {
      data: Record<string, unknown>;
      error?: { code: string; message: string };
    };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${error?.code}, ${error?.message}`);
    return data;
  }
  return {
    url: new URL(apiUrl).origin,
    apiKey,
    owner,
    stranger: (second ?? NOBODY).dashboard,
    greeting,
    api: (method, path, body) => send(method, path, body, { authorization: `Bearer ${apiKey}` }),
    async apiAsOwner(method, path, body) {
      const fromPage = { 'sec-fetch-site': 'same-origin' };
      const loggedIn = await fetch(`${new URL(apiUrl).origin}/dashboard/api/log-in`, {
        method: 'POST',
        headers: { ...fromPage, 'content-type': 'application/json' },
        body: JSON.stringify(owner),
      });
      const [cookie = ''] = loggedIn.headers.getSetCookie();
      return send(method, path, body, { ...fromPage, cookie: cookie.split(';', 1)[0] ?? '' });
    },
    async stop() {
      server.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** @returns what the server has to know about its database */
async function fill(dataDir: string, isEmpty: boolean): Promise<Record<string, string>> {
  if (!isEmpty) return { DATABASE_URL: await fillDemoOnPostgres(dataDir), SECRETS_KEY };
  await fillDataDir(dataDir, 'migrate');
  return {};
}
