import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWithin } from './is-within.ts';

let root: string;
const at = (...path: string[]) => join(root, ...path);
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'takilya-within-'));
  await mkdir(at('data', 'mail'), { recursive: true });
  await mkdir(at('database'));
  await symlink(at('data', 'mail'), at('link'));
});
afterAll(() => rm(root, { recursive: true }));

test.each([
  [[], true],
  [['new'], true],
  [['..new'], true],
  [['mail', 'new', 'deep'], true],
  [['..', 'link', 'new'], true],
  [['..'], false],
  [['..', 'backup'], false],
  [['..', 'database'], false],
  [['..', 'data-of-yesterday'], false],
])('%j from a folder is within: %j', (path, within) => {
  expect(isWithin(at('data'), at('data', ...path))).toBe(within);
});
