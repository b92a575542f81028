import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fillDataDir } from '../server/test/prepared-data-dir.ts';

export interface Takilya {
  /** Without a slash at the end. */
  url: string;
  apiKey: string;
  /** Calls the API with the demo key. @returns `data` @throws when the answer is not a success */
  api(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

/** The real server as a process of its own, on a free port, with an embedded database of its own and demo data. */
export async function startTakilya(settings: Record<string, string> = {}): Promise<Takilya> {
  const dataDir = await mkdtemp(join(tmpdir(), 'takilya-e2e-'));
  await fillDataDir(dataDir, 'demo');
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', RATE_LIMIT_PER_MINUTE: '10000', ...settings };
  const server = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(server, 'exit');
  const log: string[] = [];
  createInterface(server.stderr).on('line', (line) => log.push(line));
  const ready = new Promise<void>((resolve) => {
    createInterface(server.stdout).on('line', (line) => line.includes('is ready') && resolve());
  });
  const failed = exited.then(([code]) => Promise.reject(new Error(`Takilya ended with ${code}:\n${log.join('\n')}`)));
  // Ends later, too, when nobody waits for it any more.
  failed.catch(() => {});
  await Promise.race([ready, failed]);

  const { api_url: apiUrl, organizations } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const apiKey: string = organizations[0].api_key;
  return {
    url: new URL(apiUrl).origin,
    apiKey,
    async api(method, path, body) {
      const headers = {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      };
      const response = await fetch(apiUrl + path, { method, headers, body: JSON.stringify(body) });
      const { data, error } = (await response.json()) as { data: Record<string, unknown>; error?: { message: string } };
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${error?.message}`);
      return data;
    },
    async stop() {
      server.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
