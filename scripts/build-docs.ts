import { buildOnce } from './build-once.ts';

/** Every change of the server builds the pages anew: the best would take most of that time. */
const BROTLI_QUALITY = 9;

/**
 * Builds the documentation into docs-site/dist when it is missing or built from other sources. @throws when it fails
 */
export const buildDocs = () =>
  buildOnce({
    name: 'the documentation',
    dist: 'docs-site/dist',
    // The reference is made from the routes and schemas of the server.
    sources: [
      ...['*.md', 'docs/**/*.*', 'docs-site/*.ts', 'docs-site/client/*.*', 'docs-site/samples/*.ts'],
      ...['server/src/**/*.ts', 'scripts/*.ts', 'scripts/sdk-typescript/*.ts', 'scripts/sdk-python/*.ts'],
    ],
    brotliQuality: BROTLI_QUALITY,
    write: async (folder) => {
      const { buildSite } = await import('../docs-site/build-site.ts');
      await buildSite(folder);
    },
  });
