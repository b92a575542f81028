import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from './start-server.ts';

test('other users of the machine cannot read the server’s files, even in a folder that they may enter', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'takilya-private-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await chmod(dataDir, 0o755);
  const server = await startServer({ DATA_DIR: dataDir, DEMO: '1' });
  await server.end('SIGTERM');
  // The folders keep their contents private, like PostgreSQL's own.
  const find = (...rule: string[]) =>
    spawnSync('find', [dataDir, '-mindepth', '1', '-maxdepth', '1', ...rule], { encoding: 'utf8' }).stdout.split('\n');
  expect(find().length).toBeGreaterThan(3);
  expect(find('-perm', '/077')).toEqual(['']);
});
