import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replaceBuild } from './build-once.ts';

test('a build replaces a folder and then links; what was started from the one before keeps its files', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'takilya-builds-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const dist = join(root, 'dist');
  const build = (text: string, hash: string) => {
    const built = join(root, 'dist-unfinished-1');
    mkdirSync(built);
    writeFileSync(join(built, 'later.js'), text);
    replaceBuild(dist, built, hash.repeat(64));
    rmSync(built, { recursive: true, force: true });
    return realpathSync(dist);
  };
  mkdirSync(dist);
  writeFileSync(join(dist, 'later.js'), 'of a version without links');

  const first = build('first', 'a');
  const second = build('second', 'b');
  expect(readFileSync(join(dist, 'later.js'), 'utf8')).toBe('second');
  expect(readFileSync(join(first, 'later.js'), 'utf8')).toBe('first');

  const third = build('third', 'c');
  expect(readFileSync(join(second, 'later.js'), 'utf8')).toBe('second');
  expect((await readdir(root)).toSorted()).toEqual(['dist', 'dist-bbbbbbbbbbbb', 'dist-cccccccccccc']);

  // Another process builds the same sources.
  expect(build('third', 'c')).toBe(third);
  expect(readFileSync(join(dist, 'later.js'), 'utf8')).toBe('third');
});
