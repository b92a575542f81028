import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuiltFrom, recordOf, writeRecord } from './built-from.ts';

const PATTERNS = ['*.md', 'src/**/*.ts'];
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

describe('a build', () => {
  let root: string;
  const at = (name: string) => join(root, name);
  const isCurrent = () => isBuiltFrom(root, at('dist'), PATTERNS);
  /** Writes without a new time, as a checkout may. */
  const write = (name: string, text: string) => {
    writeFileSync(at(name), text);
    utimesSync(at(name), LONG_AGO, LONG_AGO);
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'takilya-built-'));
    for (const folder of ['dist', 'src', 'src/deep']) mkdirSync(at(folder));
    write('read.md', 'one');
    write('src/deep/a.ts', 'two');
    writeRecord(at('dist'), recordOf(root, PATTERNS));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('is current while nothing changes, and when only times change', () => {
    expect(isCurrent()).toBe(true);
    const [now, file] = [new Date(), at('src/deep/a.ts')];
    utimesSync(file, now, now);
    expect(isCurrent()).toBe(true);
    // Without searching again: the new time is remembered, so a file of the same size and time is not read.
    writeFileSync(file, 'TWO');
    utimesSync(file, now, now);
    expect(isCurrent()).toBe(true);
  });

  test('of other sources is not: no build, a changed file, a new one, a new folder, a removed one', () => {
    expect(isBuiltFrom(root, at('nowhere'), PATTERNS)).toBe(false);
    for (const change of [
      () => write('read.md', 'three'),
      () => write('more.md', ''),
      () => {
        mkdirSync(at('src/new'));
        write('src/new/b.ts', '');
      },
      () => rmSync(at('src/deep/a.ts')),
    ]) {
      change();
      expect(isCurrent()).toBe(false);
      writeRecord(at('dist'), recordOf(root, PATTERNS));
      expect(isCurrent()).toBe(true);
    }
  });

  test('is current when a file came that it does not read', () => {
    write('notes.txt', '');
    expect(isCurrent()).toBe(true);
  });
});
