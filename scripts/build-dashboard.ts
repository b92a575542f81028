/**
 * Builds the dashboard into dashboard/dist when it is missing or built from other sources; the check takes milliseconds.
 * Without a build the server shows a message: server/src/platform/http/pages/dashboard-files.ts.
 *
 *   node scripts/build-dashboard.ts
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const dashboard = join(root, 'dashboard');
const dist = join(dashboard, 'dist');
const stampName = '.built-from';

const COMPRESSED = /\.(js|css|svg|html|wasm)$/;
/** The best. Level 9 takes four seconds of a core less, at the first start of a new installation, but 8 % more at every visit. */
const BROTLI_QUALITY = 11;

/** Safe to call while a server or another build runs: a build replaces the old one as a whole. @throws when it fails */
export async function buildDashboard() {
  const stamp = stampOfSources();
  if (readStamp() === stamp) return;
  process.stderr.write('Building the dashboard (once) …\n');
  const built = `${dist}-${process.pid}`;
  const { NODE_ENV: before = '' } = process.env;
  try {
    // Vite reads it. Otherwise the development build of React would be used, which is twice as large.
    process.env.NODE_ENV = 'production';
    const { build } = await import('vite');
    await build({
      configFile: join(dashboard, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: built, emptyOutDir: true },
    });
    await compress(built);
    writeFileSync(join(built, stampName), stamp);
    replaceDist(built);
  } finally {
    process.env.NODE_ENV = before;
    rmSync(built, { recursive: true, force: true });
  }
}

/** A hash of the files that the build reads. Their times do not help: a checkout sets all of them. */
function stampOfSources() {
  const hash = createHash('sha256');
  const names = globSync(
    [
      'dashboard/{src,public}/**/*.*',
      'dashboard/*.*',
      // The client, which the dashboard shares with the SDK.
      'sdk/typescript/src/{core,generated}/*.*',
      'package-lock.json',
      'scripts/build-dashboard.ts',
    ],
    { cwd: root },
  );
  for (const name of names.sort())
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(root, name)))
      .update('\0');
  return hash.digest('hex');
}

function readStamp() {
  try {
    return readFileSync(join(dist, stampName), 'utf8');
  } catch {
    return undefined;
  }
}

/** Compresses once at build time instead of for each response. */
async function compress(folder: string) {
  const names = globSync('**/*.*', { cwd: folder }).filter((name) => COMPRESSED.test(name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
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
function replaceDist(built: string) {
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await buildDashboard();
  } catch (error) {
    process.stderr.write(`The dashboard cannot be built, everything else works without it: ${String(error)}\n`);
    process.exit(1);
  }
}
