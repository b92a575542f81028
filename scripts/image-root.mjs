/**
 * Builds the file system of the container image, below a new folder: Node, the built server with the packages that it
 * still needs, the dashboard and the documentation, in /app. It needs a C library and certificates beside it
 * (deploy/Containerfile) and nothing else: no shell, no npm. Plain JavaScript: it runs before anything is built.
 * `scripts/install.mjs` has to have run.
 *
 *   node scripts/image-root.mjs <folder>
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, constants, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodePath } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const SHARE_BLOCKS = constants.COPYFILE_FICLONE;
/** Readable by the user of the container, whatever the umask of the build. */
const ALL_MAY_READ = 0o022;
/** Each their own files. */
const ALL_MAY_WRITE = 0o1777;

/** Files of packages that no program reads: half of the megabytes. */
const UNREAD = /\.(map|md|markdown|d\.[cm]?ts)$|\.tsbuildinfo$/;
/** PGlite's extensions, of which the server uses none. */
const EXTENSIONS = /@electric-sql\/pglite\/dist\/.*\.tar\.gz$/;

/** @param {string} folder does not exist yet */
function buildImageRoot(folder) {
  if (existsSync(folder)) throw new Error(`${folder} exists already`);
  const before = process.umask(ALL_MAY_READ);
  try {
    const { status } = spawnSync(nodePath, [join(root, 'scripts/build.ts')], { stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('the server cannot be built');
    const app = join(folder, 'app');
    mkdirSync(join(app, 'bin'), { recursive: true });
    cpSync(realpathSync(nodePath), join(app, 'bin/node'), { mode: SHARE_BLOCKS });
    for (const name of ['LICENSE', 'NOTICE', 'package.json', 'deploy/health.mjs'])
      copy(join(root, name), join(app, basename(name)));
    // The code is built; what it reads beside itself is among the sources.
    copy(join(root, 'server/src'), join(app, 'server/src'), (path) => !path.endsWith('.ts'));
    for (const built of ['server/dist', 'dashboard/dist', 'docs-site/dist']) copy(join(root, built), join(app, built));
    for (const path of serverPackages()) copy(path, join(app, relative(root, path)), (file) => isRead(file, path));
    // Mount points: nothing can make them in a read-only file system.
    mkdirSync(join(folder, 'data'));
    mkdirSync(join(folder, 'tmp'));
    chmodSync(join(folder, 'tmp'), ALL_MAY_WRITE);
  } finally {
    process.umask(before);
  }
}

/** Follows links, which could lead out of the image. */
const copy = (from, to, filter = () => true) =>
  cpSync(from, to, { recursive: true, dereference: true, mode: SHARE_BLOCKS, filter });

/** A nested package is copied for itself, if it is needed. */
const isRead = (file, path) =>
  !UNREAD.test(file) && !EXTENSIONS.test(file) && !relative(path, file).split('/').includes('node_modules');

/**
 * The folders of the packages that the built server still imports or takes files of, and of the packages that these
 * need.
 */
function serverPackages() {
  const { dependencies } = readPackage(root);
  const names = readdirSync(join(root, 'server/dist'))
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => importsOf(readFileSync(join(root, 'server/dist', name), 'utf8')))
    .filter((name) => Object.hasOwn(dependencies, name));
  const found = new Set();
  const add = (name, from, isOptional) => {
    const path = findPackage(name, from);
    if (!path && !isOptional) throw new Error(`${name}, which ${from} needs, is not installed`);
    if (!path || found.has(path)) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = readPackage(path);
    for (const needed of Object.keys(dependencies)) add(needed, path, needed in optionalDependencies);
    for (const needed of Object.keys({ ...optionalDependencies, ...peerDependencies })) add(needed, path, true);
  };
  for (const name of new Set(names)) add(name, root, false);
  return found;
}

/** Package names in imports, and in paths of files that are looked up. */
const importsOf = (text) =>
  [
    ...text.matchAll(
      /(?:^(?:import|export) (?:.* from )?|(?<!\{)\bimport\(|\bresolve\()["'`]((?:@[\w-]+\/)?[\w.-]+)/gm,
    ),
  ].map(([, name]) => name);

/** Looks in the folders above `from`, as Node does. */
function findPackage(name, from) {
  for (let folder = from; folder.startsWith(root.replace(/\/$/, '')); folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return path;
  }
  return undefined;
}

const readPackage = (path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , folder] = process.argv;
  if (!folder) {
    process.stderr.write('usage: node scripts/image-root.mjs <folder>\n');
    process.exit(2);
  }
  buildImageRoot(resolve(folder));
}
