import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillDataDir } from '../../../../test/databases/prepared-data-dir.ts';
import { openEmbedded } from './embedded.ts';

/** Longer than a thread needs to exit after its last message. */
const BUSY_MS = 50;

const directory = await mkdtemp(join(tmpdir(), 'takilya-files-'));
afterAll(() => rm(directory, { recursive: true }));

describe('damaged files of the embedded database', () => {
  const whole = join(directory, 'whole');
  beforeAll(async () => {
    await fillDataDir(whole, 'migrate');
    const db = await openEmbedded(whole);
    await db.runScript('create table marks (id int); insert into marks values (1)');
    await db.close();
  });

  async function damaged(damage: (postgres: string) => Promise<unknown>) {
    const dataDir = await mkdtemp(join(directory, 'damaged-'));
    await cp(whole, dataDir, { recursive: true });
    await damage(join(dataDir, 'postgres'));
    return dataDir;
  }
  const emptied = async (folder: string, name: RegExp, size: number) => {
    for (const file of await readdir(folder))
      if (name.test(file)) await writeFile(join(folder, file), Buffer.alloc(size));
  };

  test.each([
    [
      'its control file is zeroes',
      (postgres: string) => writeFile(join(postgres, 'global/pg_control'), Buffer.alloc(8_192)),
      /database files are incompatible with server\. The database cluster was initialized with PG_CONTROL_VERSION 0/,
    ],
    [
      'its write-ahead log is zeroes',
      (postgres: string) => emptied(join(postgres, 'pg_wal'), /^0/, 16_777_216),
      /could not locate a valid checkpoint record/,
    ],
    [
      'a catalog table is truncated',
      (postgres: string) => truncate(join(postgres, 'base/5/1259'), 0),
      /could not open critical system index|could not open relation|could not read blocks/,
    ],
    [
      'a folder is missing',
      (postgres: string) => rm(join(postgres, 'pg_wal'), { recursive: true }),
      /required WAL directory "pg_wal" does not exist/,
    ],
    [
      'it belongs to another version',
      (postgres: string) => writeFile(join(postgres, 'PG_VERSION'), '15\n'),
      /The data directory was initialized by PostgreSQL version 15/,
    ],
  ])('%s: the error names the reason, the folder and the remedy', async (_what, damage, reason) => {
    const dataDir = await damaged(damage);
    const opening = openEmbedded(dataDir);
    await expect(opening).rejects.toThrow(reason);
    await expect(opening).rejects.toThrow(`the embedded database in ${join(dataDir, 'postgres')} cannot be opened`);
    await expect(opening).rejects.toThrow(`restore a backup of ${dataDir}, or set DATA_DIR to another folder`);
    // The second attempt fails for the same reason: the first one does not still hold the files open.
    await expect(openEmbedded(dataDir)).rejects.toThrow(reason);
  });

  test('the reason is reported even if the thread ends before its last message is read', async () => {
    const dataDir = await damaged((postgres) => writeFile(join(postgres, 'PG_VERSION'), '15\n'));
    let busy = true;
    const stayBusy = () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
      if (busy) setImmediate(stayBusy);
    };
    stayBusy();
    for (let times = 0; times < 5; times++)
      await expect(openEmbedded(dataDir)).rejects.toThrow('by PostgreSQL version 15');
    busy = false;
  });

  test('a folder without PG_VERSION is not overwritten by a new database', async () => {
    const dataDir = await damaged((postgres) => rm(join(postgres, 'PG_VERSION')));
    await expect(openEmbedded(dataDir)).rejects.toThrow('the file PG_VERSION is missing');
    await cp(join(whole, 'postgres/PG_VERSION'), join(dataDir, 'postgres/PG_VERSION'));
    const db = await openEmbedded(dataDir);
    expect(await db.query(sql`select id from marks`)).toEqual([{ id: 1 }]);
    await db.close();
  });
});

test.each([0, 100, 300])(
  'a first start that is killed %i ms after PG_VERSION appears does not block the next',
  async (ms) => {
    const dataDir = await mkdtemp(join(directory, 'killed-'));
    const unfinished = join(dataDir, 'postgres.unfinished');
    const open = `import { openEmbedded } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)};
    await openEmbedded(${JSON.stringify(dataDir)});
    setInterval(() => {}, 1000);`;
    const first = spawn(process.execPath, ['-e', open], { stdio: 'inherit' });
    // The second folder is the first one under its last name: on a busy machine it is renamed before it is seen.
    const folders = [unfinished, join(dataDir, 'postgres')];
    const isBegun = () => folders.some((folder) => existsSync(join(folder, 'PG_VERSION')));
    await expect.poll(isBegun, { interval: 1 }).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, ms));
    first.kill('SIGKILL');
    await once(first, 'exit');

    const db = await openEmbedded(dataDir);
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await db.close();
    expect(readdirSync(dataDir)).not.toContain('postgres.unfinished');
  },
);
