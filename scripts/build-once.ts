import { existsSync, globSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isBuiltFrom, recordOf, writeRecord } from './built-from.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const COMPRESSED = /\.(js|css|svg|html|wasm|json)$/;

export interface Build {
  /** The name that the operator reads: `Building the dashboard (once) …`. */
  name: string;
  /** Below the root of the repository. */
  dist: string;
  /** The files that the build reads, as patterns below the root. */
  sources: string[];
  /** 0 to 11. For files that are served. */
  brotliQuality?: number;
  write: (folder: string) => Promise<void>;
}

/**
 * Safe to call while a server or another build runs: a build replaces the one before as a whole, and that one stays for
 * what still runs from it. @throws when it fails
 */
export async function buildOnce({ name, dist: distName, sources, brotliQuality, write }: Build) {
  const dist = join(root, distName);
  const patterns = ['package-lock.json', 'scripts/build-*.ts', ...sources];
  if (isBuiltFrom(root, dist, patterns)) return;
  const record = recordOf(root, patterns);
  process.stderr.write(`Building ${name} (once) …\n`);
  const built = `${dist}-unfinished-${process.pid}`;
  const { NODE_ENV: before = '' } = process.env;
  try {
    // Vite reads it. Otherwise the development build of React would be used, which is twice as large.
    process.env.NODE_ENV = 'production';
    await write(built);
    if (brotliQuality !== undefined) await compress(built, brotliQuality);
    writeRecord(built, record);
    replaceBuild(dist, built, record.hash);
  } finally {
    process.env.NODE_ENV = before;
    rmSync(built, { recursive: true, force: true });
  }
}

/** Compresses once at build time instead of for each response. */
async function compress(folder: string, brotliQuality: number) {
  const names = globSync('**/*.*', { cwd: folder }).filter((name) => COMPRESSED.test(name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const content = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Length of the hash in the name of a build: enough to tell builds apart. */
const HASH_LENGTH = 12;

/**
 * `dist` becomes a link to a folder that is named after the sources. A program that was started through the link before
 * has its own folder, from which it loads what it has not loaded yet; the build before that one is removed.
 */
export function replaceBuild(dist: string, built: string, hash: string) {
  const folder = `${dist}-${hash.slice(0, HASH_LENGTH)}`;
  const former = existsSync(dist) ? realpathSync(dist) : undefined;
  // If another build was faster, its result is the same.
  if (!existsSync(folder)) renameSync(built, folder);
  const link = `${built}-link`;
  symlinkSync(basename(folder), link, 'junction');
  try {
    renameSync(link, dist);
  } catch {
    // A folder of a version that made no links, or Windows, which replaces none.
    rmSync(dist, { recursive: true, force: true });
    renameSync(link, dist);
  }
  for (const old of globSync(`${basename(dist)}-${'[0-9a-f]'.repeat(HASH_LENGTH)}`, { cwd: dirname(dist) })) {
    const path = join(dirname(dist), old);
    if (path !== folder && path !== former) rmSync(path, { recursive: true, force: true });
  }
}
