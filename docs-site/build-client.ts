import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { BASE } from './documents.ts';
import type { Assets } from './layout.ts';

const client = fileURLToPath(new URL('client', import.meta.url));

/**
 * Bundles the style sheet and the two scripts. The search with its library is a part that is loaded when it is used.
 */
export async function buildClient(folder: string): Promise<Omit<Assets, 'index'>> {
  const built = (await build({
    configFile: false,
    root: client,
    base: BASE,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // They measure the rest of the build, too.
        checks: { pluginTimings: false },
        input: { site: `${client}/site.ts`, 'try-it': `${client}/try-it.ts` },
      },
    },
  })) as Rolldown.RolldownOutput;
  const nameOf = (test: (file: (typeof built.output)[number]) => boolean) => {
    const found = built.output.find(test);
    if (!found) throw new Error('Vite wrote other files than expected');
    return BASE + found.fileName;
  };
  return {
    style: nameOf(({ fileName }) => fileName.endsWith('.css')),
    site: nameOf((file) => file.type === 'chunk' && file.name === 'site'),
    tryIt: nameOf((file) => file.type === 'chunk' && file.name === 'try-it'),
  };
}
