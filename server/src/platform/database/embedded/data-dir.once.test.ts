import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeDataDir } from './data-dir.ts';

/** The uid of an unprivileged user, which Linux distributions reserve. */
const NOBODY = 65_534;
const database = new URL('../open.ts', import.meta.url).href;
const OPEN = `
  import * as open from ${JSON.stringify(database)};
  const [, way, dataDir] = process.argv;
  await open[way]({ databaseUrl: null, dataDir }).catch((error) => console.log(error.message));`;

/** The error of opening a database, as an unprivileged user if the tests run as root. */
function refusalOf(way: 'openDatabase' | 'openExistingDatabase', dataDir: string): string {
  const uid = process.getuid?.() === 0 ? NOBODY : undefined;
  return spawnSync(process.execPath, ['--input-type=module', '-e', OPEN, way, dataDir], { uid, encoding: 'utf8' })
    .stdout;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'takilya-data-dir-'));
  onTestFinished(async () => {
    await chmod(folder, 0o755);
    await rm(folder, { recursive: true });
  });
  return folder;
}

test('an unwritable DATA_DIR is named in the error, with the required owner', async () => {
  const folder = await newFolder();
  await chmod(folder, 0o555);
  for (const dataDir of [folder, join(folder, 'new')])
    expect(refusalOf('openDatabase', dataDir)).toMatch(
      `DATA_DIR ${dataDir} cannot be used: EACCES: permission denied, `,
    );
  expect(refusalOf('openDatabase', folder)).toContain('It must belong to the user that runs Takilya.\n');
});

test.each(['database.lock', 'postgres'])(
  'a DATA_DIR with an entry of another user (%s) is named in the error',
  async (name) => {
    const folder = await newFolder();
    await (name === 'postgres' ? mkdir(join(folder, name)) : writeFile(join(folder, name), ''));
    await chmod(join(folder, name), 0o400);
    await chmod(folder, 0o777);
    const words = `DATA_DIR ${folder} cannot be used: EACCES: permission denied, access '${join(folder, name)}'`;
    expect(refusalOf('openDatabase', folder)).toContain(words);
  },
);

test('an unreadable DATA_DIR is not reported as missing', async () => {
  const folder = await newFolder();
  await chmod(folder, 0o000);
  expect(refusalOf('openExistingDatabase', folder)).toContain(`DATA_DIR ${folder} cannot be used: EACCES`);
});

test.each([
  ['a file', (file: string) => file],
  ['below a file', (file: string) => join(file, 'data')],
])('a DATA_DIR that is %s is refused with an explanation', async (_what, dataDirFor) => {
  const folder = await newFolder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  await chmod(folder, 0o777);
  const dataDir = dataDirFor(file);
  const refusal = refusalOf('openDatabase', dataDir);
  expect(refusal).toMatch(`DATA_DIR ${dataDir} cannot be used: `);
  expect(refusal).toContain('It must be a folder, or one that can be made.\n');
});

test.skipIf(process.platform !== 'linux')('a DATA_DIR that the system makes nowhere is refused', () => {
  expect(refusalOf('openDatabase', '/proc/takilya/data')).toMatch('DATA_DIR /proc/takilya/data cannot be used: ENOENT');
});

test('files of this process become private, and other files stay unchanged', async () => {
  const folder = await newFolder();
  await mkdir(join(folder, 'postgres'), { mode: 0o755 });
  for (const name of ['demo.json', 'notes.txt']) {
    await writeFile(join(folder, name), '');
    await chmod(join(folder, name), 0o644);
  }
  makeDataDir(folder);
  const modeOf = async (name: string) => ((await stat(join(folder, name))).mode & 0o777).toString(8);
  expect(await Promise.all(['postgres', 'demo.json', 'notes.txt'].map(modeOf))).toEqual(['700', '600', '644']);
});
