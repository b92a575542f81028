import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const SOURCE = join(import.meta.dirname, 'src/door/worker.js');
/** Shown by the page, and not part of the build. */
const PUBLIC_FILES = ['mark.svg'];

/**
 * Writes the service worker of the door with the names of all files that the door needs. A change of any of them is
 * another worker, which is how browsers notice a new version.
 */
export const doorWorker = (): Plugin => ({
  name: 'door-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const files = [...filesOfDoor(bundle), ...PUBLIC_FILES].map((file) => `/dashboard/${file}`).sort();
      const version = createHash('sha256')
        .update(JSON.stringify([files, bundle['door.html'] ?? '', readFileSync(SOURCE, 'utf8')]))
        .digest('hex')
        .slice(0, 12);
      const source = readFileSync(SOURCE, 'utf8')
        .replace("'DOOR_FILES'", () => JSON.stringify(files))
        .replace('DOOR_VERSION', version);
      this.emitFile({ type: 'asset', fileName: 'door-worker.js', source });
    },
  },
});

/** The entry, and everything that it loads at once or later: code, styles and the code reader. */
function filesOfDoor(bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (files.has(name) || chunk?.type !== 'chunk') return;
    files.add(name);
    for (const file of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])])
      files.add(file);
    for (const imported of [...chunk.imports, ...chunk.dynamicImports]) visit(imported);
  };
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/door.html')) visit(chunk.fileName);
  return files;
}
