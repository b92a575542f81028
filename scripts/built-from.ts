import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** In the folder of a build. */
const RECORD = '.built-from';
const TESTS = ['**/*.test.ts'];

export interface BuildRecord {
  /** Hash of the names and contents of the sources. */
  hash: string;
  /** Sizes and times of the sources and of the folders that they are in, by name. */
  seen: { [name: string]: string };
}

/**
 * Whether the build was made from the files that are there now. A start asks it: if no source and no folder has another
 * time than last time, nothing is read, nor are the folders searched. A checkout sets all times, so then the contents
 * decide.
 */
export function isBuiltFrom(root: string, build: string, patterns: string[]): boolean {
  const record = readRecord(build);
  if (!record) return false;
  if (Object.entries(record.seen).every(([name, state]) => stateOf(join(root, name)) === state)) return true;
  const now = recordOf(root, patterns);
  if (now.hash !== record.hash) return false;
  try {
    writeRecord(build, now);
  } catch {
    // A folder that cannot be written, as in an image, is read at each start.
  }
  return true;
}

/** Take it before a build, so that sources which change meanwhile count as changed. */
export function recordOf(root: string, patterns: string[]): BuildRecord {
  const hash = createHash('sha256');
  const seen: BuildRecord['seen'] = {};
  const see = (name: string) => {
    seen[name] ??= stateOf(join(root, name));
  };
  for (const name of globSync(patterns, { cwd: root, exclude: TESTS }).sort()) {
    see(name);
    // A new file changes the time of its folder, a new folder that of the folder around it.
    for (let folder = dirname(name); ; folder = dirname(folder)) {
      see(folder);
      if (folder === '.') break;
    }
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(root, name)))
      .update('\0');
  }
  return { hash: hash.digest('hex'), seen };
}

function stateOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs}` : 'missing';
}

function readRecord(build: string): BuildRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(build, RECORD), 'utf8'));
  } catch {
    return undefined;
  }
}

export const writeRecord = (build: string, record: BuildRecord) =>
  writeFileSync(join(build, RECORD), JSON.stringify(record));
