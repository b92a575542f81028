import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampName = '.built-from';

const COMPRESSED = /\.(js|css|svg|html|wasm|json)$/;

export interface Build {
  /** For the operator: `Building the dashboard (once) …`. */
  name: string;
  /** Below the root of the repository. */
  dist: string;
  /** The files that the build reads, as patterns below the root. */
  sources: string[];
  /** 0 to 11. */
  brotliQuality: number;
  write: (folder: string) => Promise<void>;
}

/** Safe to call while a server or another build runs: a build replaces the old one as a whole. @throws when it fails */
export async function buildOnce({ name, dist: distName, sources, brotliQuality, write }: Build) {
  const dist = join(root, distName);
  const stamp = stampOf(['package-lock.json', 'scripts/build-*.ts', ...sources]);
  if (readStamp(dist) === stamp) return;
  process.stderr.write(`Building ${name} (once) …\n`);
  const built = `${dist}-${process.pid}`;
  const { NODE_ENV: before = '' } = process.env;
  try {
    // Vite reads it. Otherwise the development build of React would be used, which is twice as large.
    process.env.NODE_ENV = 'production';
    await write(built);
    await compress(built, brotliQuality);
    writeFileSync(join(built, stampName), stamp);
    replaceDist(dist, built);
  } finally {
    process.env.NODE_ENV = before;
    rmSync(built, { recursive: true, force: true });
  }
}

/** A hash of the files that the build reads. Their times do not help: a checkout sets all of them. */
function stampOf(sources: string[]) {
  const hash = createHash('sha256');
  for (const name of globSync(sources, { cwd: root }).sort())
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(root, name)))
      .update('\0');
  return hash.digest('hex');
}

function readStamp(dist: string) {
  try {
    return readFileSync(join(dist, stampName), 'utf8');
  } catch {
    return undefined;
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
