import { globSync, renameSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isBuiltFrom, recordOf, writeRecord } from './built-from.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const COMPRESSED = /\.(js|css|svg|html|wasm|json)$/;

export interface Build {
  /** For the operator: `Building the dashboard (once) …`. */
  name: string;
  /** Below the root of the repository. */
  dist: string;
  /** The files that the build reads, as patterns below the root. */
  sources: string[];
  /** 0 to 11. For files that are served. */
  brotliQuality?: number;
  write: (folder: string) => Promise<void>;
}

/** Safe to call while a server or another build runs: a build replaces the old one as a whole. @throws when it fails */
export async function buildOnce({ name, dist: distName, sources, brotliQuality, write }: Build) {
  const dist = join(root, distName);
  const patterns = ['package-lock.json', 'scripts/build-*.ts', ...sources];
  if (isBuiltFrom(root, dist, patterns)) return;
  const record = recordOf(root, patterns);
  process.stderr.write(`Building ${name} (once) …\n`);
  const built = `${dist}-${process.pid}`;
  const { NODE_ENV: before = '' } = process.env;
  try {
    // Vite reads it. Otherwise the development build of React would be used, which is twice as large.
    process.env.NODE_ENV = 'production';
    await write(built);
    if (brotliQuality !== undefined) await compress(built, brotliQuality);
    writeRecord(built, record);
    replaceDist(dist, built);
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

/** A rename cannot replace a folder with files. If another build was faster, its result is the same. */
function replaceDist(dist: string, built: string) {
  const old = `${built}-old`;
  try {
    renameSync(dist, old);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  try {
    renameSync(built, dist);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);
