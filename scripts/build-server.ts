import { writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'rolldown';
import { buildOnce } from './build-once.ts';
import { licencesOf } from './licences.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const DIST = 'server/dist';
/** Each is started as a file of its own, by code that names it. */
const STARTED = [
  'create-process.ts',
  'platform/database/embedded/engine-thread.ts',
  'tickets/documents/printer-thread.ts',
];
/** These look for files beside their own: libraries, WebAssembly, tables of fonts. */
const LEFT_AS_PACKAGES = ['@electric-sql/pglite', 'fontkit', 'pdfkit', 'sharp'];

/**
 * Builds the server, what it starts and its commands into server/dist when they are missing or built from other
 * sources: a few files with everything that a start loads, packages included, instead of 2,400. What the code reads
 * beside itself (SQL, styles, scripts of pages) stays among the sources. The licences of the packages are in
 * licences.md. @throws when it fails
 */
export const buildServer = () =>
  buildOnce({
    name: 'the server',
    dist: DIST,
    sources: ['server/src/**/*.ts'],
    write: async (folder) => {
      const { build } = await import('rolldown');
      const { output } = await build({
        input: {
          main: join(root, 'server/src/main.ts'),
          takilya: join(root, 'server/src/cli/main.ts'),
          ...Object.fromEntries(STARTED.map((path) => [basename(path, '.ts'), join(root, 'server/src', path)])),
        },
        platform: 'node',
        // It counts calls that only throw, such as `decodeURI(path);`, as calls without effect, and drops them with
        // their checks.
        treeshake: false,
        external: LEFT_AS_PACKAGES.map((name) => new RegExp(`^${name}(/|$)`)),
        plugins: [ownAddress],
        // Not minified, so that stack traces stay readable.
        output: { dir: folder, format: 'esm', entryFileNames: '[name].js', minify: false },
        logLevel: 'warn',
      });
      const files = output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []));
      await writeFile(join(folder, 'licences.md'), licencesOf(files));
    },
  });

/**
 * `import.meta.url` stays the address of the source, because what it is used for is there. Only what is
 * started is beside the file that starts it.
 */
const ownAddress: Plugin = {
  name: 'own-address',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return undefined;
    const source = JSON.stringify(relative(join(root, DIST), id));
    return code
      .replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`)
      .replaceAll(
        /new URL\('([\w-]+-(?:process|thread))\.ts', new URL\([^)]*\)\.href\)/g,
        "new URL('./$1.js', import.meta.url)",
      );
  },
};
