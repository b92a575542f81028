/**
 * Builds the dashboard into dashboard/dist when it is missing or not what the sources would make, and finds out in
 * milliseconds that it is. What the server says when there is none: server/src/http/dashboard-files.ts.
 *
 *   node scripts/build-dashboard.mjs
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

const COMPRESSED = /\.(js|css|svg|html)$/;
/** The last two levels save 3 % more and take ten times as long, on the first start of a new installation. */
const BROTLI_QUALITY = 9;

/** Safe to call while a server runs or another builds: a build takes the old one's place whole. @throws when it fails */
export async function buildDashboard() {
  const stamp = stampOfSources();
  if (readStamp() === stamp) return;
  process.stderr.write('Building the dashboard (once) …\n');
  const made = `${dist}-${process.pid}`;
  try {
    const { build } = await import('vite');
    await build({
      configFile: join(dashboard, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: made, emptyOutDir: true },
    });
    await compress(made);
    writeFileSync(join(made, stampName), stamp);
    putInPlace(made);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Of what the build reads, not of the files' times: a checkout gives them all the same. */
function stampOfSources() {
  const hash = createHash('sha256');
  const names = globSync(
    ['dashboard/{src,public}/**/*.*', 'dashboard/*.*', 'package-lock.json', 'scripts/build-dashboard.mjs'],
    {
      cwd: root,
    },
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

/** Once here instead of with every answer. */
async function compress(folder) {
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

/** A folder cannot take the place of a full one; whoever builds at the same moment made the same. */
function putInPlace(made) {
  const old = `${made}-old`;
  try {
    renameSync(dist, old);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  try {
    renameSync(made, dist);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await buildDashboard();
  } catch (error) {
    process.stderr.write(`The dashboard cannot be built, everything else works without it: ${error.message}\n`);
    process.exit(1);
  }
}
