import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { createPostgresDatabase } from './test-database.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const takilya = [join(repository, 'node_modules/.bin/node'), join(repository, 'server/dist/takilya.js')] as const;
const LOOK_AGAIN_MS = 50;

/**
 * What `takilya migrate` and `takilya demo` leave in an empty DATA_DIR; without a database in it when it is elsewhere.
 */
export type Content = 'migrate' | 'demo';
type Entry = Content | 'demo-on-postgres';

/** The PostgreSQL database with the demo, of which each test gets a copy. */
const demoTemplate = 'takilya_demo_template';
/** Servers on one PostgreSQL need the same key; the demo's secrets are sealed with it. */
export const SECRETS_KEY = Buffer.alloc(32, 9).toString('base64');

/**
 * Puts an embedded database into a DATA_DIR, as a copy of one that is created once per run. Creating it takes seconds,
 * and only tests of first starts need that.
 */
export async function fillDataDir(dataDir: string, content: Content): Promise<void> {
  await cp(await prepared(content), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/**
 * Fills a DATA_DIR with the demo, whose database is on PostgreSQL, which answers with less processor time. @returns the
 * address of the database
 */
export async function fillDemoOnPostgres(dataDir: string): Promise<string> {
  await cp(await prepared('demo-on-postgres'), dataDir, { recursive: true });
  return createPostgresDatabase({ template: demoTemplate });
}

/** The first test process creates it, the others wait. */
async function prepared(content: Entry): Promise<string> {
  const directory = inject('preparedDataDirs');
  if (!directory) throw new Error('only tests that run once have processes on the embedded database');
  const whole = join(directory, content);
  const unfinished = `${whole}.unfinished`;
  while (!existsSync(whole)) {
    if (!(await isMine(unfinished))) {
      await pause(LOOK_AGAIN_MS);
      continue;
    }
    try {
      // Another process may have finished it between the two checks.
      if (existsSync(whole)) await rm(unfinished, { recursive: true });
      else {
        await make(unfinished, content);
        await rename(unfinished, whole);
      }
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  }
  return whole;
}

async function isMine(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function make(dataDir: string, content: Entry): Promise<void> {
  if (content === 'demo-on-postgres') {
    const env = { DATABASE_URL: await createPostgresDatabase({ name: demoTemplate }), SECRETS_KEY };
    return run('demo', dataDir, env);
  }
  if (content === 'demo') await fillDataDir(dataDir, 'migrate');
  await run(content, dataDir);
}

async function run(command: Content, dataDir: string, settings: Record<string, string> = {}): Promise<void> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const [node, program] = takilya;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...settings };
  await promisify(execFile)(node, [program, command], { cwd: repository, env });
}
