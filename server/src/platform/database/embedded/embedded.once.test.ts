import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fillDataDir } from '../../../../test/databases/prepared-data-dir.ts';
import type { Database, Statement } from '../database.ts';
import { embeddedDatabase, openEmbedded } from './embedded.ts';
import { openFiles } from './embedded-files.ts';
import { engineOf } from './engine.ts';

const directory = await mkdtemp(join(tmpdir(), 'takilya-embedded-'));
beforeAll(() => fillDataDir(directory, 'migrate'));
afterAll(() => rm(directory, { recursive: true }));

const straceIsInstalled = spawnSync('strace', ['--version']).status === 0;
const [embedded, template] = ['./embedded.ts', '../../../../../node_modules/sql-template-tag/dist/index.js'].map(
  (path) => new URL(path, import.meta.url).href,
);

/** A program that commits `argv[2]` rows one by one, prints each, and stays open if `argv[3]` is given. */
const committer = `
  import { openEmbedded } from ${JSON.stringify(embedded)};
  import sql from ${JSON.stringify(template)};
  const [, directory, count, stay] = process.argv;
  const db = await openEmbedded(directory);
  await db.runScript('create table if not exists marks (id int generated always as identity)');
  for (let n = 0; n < Number(count); n++) {
    const [row] = await db.query(sql\`insert into marks default values returning id\`);
    console.log(row.id);
  }
  if (stay) setInterval(() => {}, 1000); else await db.close();`;
const committerArguments = (count: number) => ['-e', committer, directory, String(count)];

async function marks(db: Database): Promise<number[]> {
  return (await db.query<{ id: number }>(sql`select id from marks order by id`)).map(({ id }) => id);
}

describe('the embedded database', () => {
  test('syncs once for each commit, and not for reads or rollbacks', async () => {
    let syncs = 0;
    const counted = join(directory, 'counted');
    await fillDataDir(counted, 'migrate');
    const files = await openFiles({ dataDir: counted, settings: [] }, () => void syncs++);
    const db = embeddedDatabase(engineOf(files));
    await db.runScript('create table marks (id int)');
    // The first row creates the files of the table.
    await db.query(sql`insert into marks values (0)`);

    const during = async (work: () => Promise<unknown>) => {
      const before = syncs;
      await work();
      return syncs - before;
    };
    expect(await during(() => db.query(sql`insert into marks values (1)`))).toBe(1);
    expect(await during(() => db.query(sql`select * from marks`))).toBe(0);
    const threeRows = () =>
      db.transaction(async (tx) => {
        for (const id of [2, 3, 4]) await tx.query(sql`insert into marks values (${id})`);
      });
    expect(await during(threeRows)).toBe(1);
    expect(
      await during(async () => {
        for (let id = 0; id < 100; id++) await db.query(sql`insert into marks values (${id})`);
      }),
    ).toBe(100);
    const refused = () => db.transaction((tx) => tx.query(sql`insert into marks values (1 / 0)`)).catch(() => {});
    expect(await during(refused)).toBe(0);
    await db.close();
  });

  test.skipIf(!straceIsInstalled)(
    'calls fdatasync of the operating system once for each commit (needs strace)',
    async () => {
      const trace = join(directory, 'trace');
      const filter = ['-f', '-qq', '-e', 'trace=fdatasync,write', '-o', trace];
      await promisify(execFile)('strace', [...filter, process.execPath, ...committerArguments(50)]);
      const calls = await readFile(trace, 'utf8');
      // The calls between one answer on stdout and the next.
      const commits = calls.split(/ write\(1, "\d+\\n", .*\n/).slice(1, -1);
      expect(commits).toHaveLength(49);
      // strace may interleave the line of another thread in the middle of a call.
      const synced = / (?:fdatasync\(\d+|<\.\.\. fdatasync resumed>)\) += 0\n/g;
      expect(commits.map((between) => between.match(synced)?.length)).toStrictEqual(Array(49).fill(1));
    },
  );

  test('keeps every commit that was acknowledged before a kill', async () => {
    const killed = spawn(process.execPath, [...committerArguments(200), 'stay'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const answered: number[] = [];
    for await (const line of createInterface(killed.stdout)) {
      answered.push(Number(line));
      if (answered.length === 100) killed.kill('SIGKILL');
    }
    if (killed.signalCode === null) await once(killed, 'exit');

    const db = await openEmbedded(directory);
    expect(await marks(db)).toEqual(expect.arrayContaining(answered));
    await db.close();
  });

  test('keeps its rows over close and open', async () => {
    const first = await openEmbedded(directory);
    await first.runScript('create table if not exists marks (id int generated always as identity)');
    await first.query(sql`insert into marks default values`);
    const before = await marks(first);
    await first.close();
    const second = await openEmbedded(directory);
    expect(await marks(second)).toStrictEqual(before);
    await second.close();
  });

  test('closes after earlier statements', async () => {
    const db = await openEmbedded(directory);
    const asked = [db.query(sql`select 1 as one`), db.transaction((tx) => tx.query(sql`select 2 as two`))];
    const closed = db.close();
    expect(await Promise.all(asked)).toEqual([[{ one: 1 }], [{ two: 2 }]]);
    await closed;
  });

  test('is refused while this process has it open, and opens again after close', async () => {
    const db = await openEmbedded(directory);
    await expect(openEmbedded(directory)).rejects.toThrow(`${directory} is in use by process ${process.pid}`);
    await db.close();
    await (await openEmbedded(directory)).close();
  });
});

describe('while the database computes', () => {
  const long: Statement = { text: 'select count(*) from generate_series(1, 2000000)', values: [] };

  /** Counts the turns of the event loop until the answer. */
  async function turnsDuring(db: Database): Promise<number> {
    let turns = 0;
    let answered = false;
    const answer = db.query(long).finally(() => {
      answered = true;
    });
    while (!answered) {
      await nextTurn();
      turns++;
    }
    await answer;
    await db.close();
    return turns;
  }

  test('the event loop of the process keeps running', async () => {
    expect(await turnsDuring(await openEmbedded(directory))).toBeGreaterThan(100);
  });

  test('waiting statements and transactions are counted', async () => {
    const db = await openEmbedded(directory);
    expect(db.load()).toEqual({ busy: 0, idle: 1, waiting: 0 });
    const reads = [1, 2, 3].map(() => db.query(long));
    expect(db.load()).toEqual({ busy: 1, idle: 0, waiting: 2 });
    await Promise.all(reads);
    const transactions = [1, 2, 3].map(() => db.transaction((tx) => tx.query(long)));
    expect(db.load()).toEqual({ busy: 1, idle: 0, waiting: 2 });
    await Promise.all(transactions);
    expect(db.load()).toEqual({ busy: 0, idle: 1, waiting: 0 });
    await db.close();
  });

  test('control: with the engine on the main thread the event loop stops', async () => {
    const files = await openFiles({ dataDir: directory, settings: [] });
    expect(await turnsDuring(embeddedDatabase(engineOf(files)))).toBeLessThan(10);
  });
});

test('a failing disk ends the process before the commit is acknowledged', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'takilya-embedded-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await fillDataDir(dataDir, 'migrate');
  const sign = join(dataDir, 'broken');
  const breakable = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { fdatasyncSync } = fs;
    fs.fdatasyncSync = (fd) => {
      if (fs.existsSync(${JSON.stringify(sign)})) throw new Error('EIO: i/o error');
      fdatasyncSync(fd);
    };
    syncBuiltinESMExports();`;
  const script = `
    import { writeFileSync } from 'node:fs';
    import { openEmbedded } from ${JSON.stringify(embedded)};
    const db = await openEmbedded(${JSON.stringify(dataDir)});
    const write = (text) => db.query({ text, values: [] });
    await write('create table marks (id int)');
    await write('insert into marks values (1)');
    console.log('one');
    writeFileSync(${JSON.stringify(sign)}, '');
    await write('insert into marks values (2)').finally(() => console.log('two'));`;
  const preload = `data:text/javascript,${encodeURIComponent(breakable)}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', preload, '-e', script], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'one\n' });
  expect(stderr).toContain('does not keep what is written (Error: EIO: i/o error)');
});
