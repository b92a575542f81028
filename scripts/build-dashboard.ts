import { fileURLToPath } from 'node:url';
import { buildOnce } from './build-once.ts';

/**
 * The best. Level 9 takes four seconds of a core less, at the first start of a new installation, but 8 % more at every
 * visit.
 */
const BROTLI_QUALITY = 11;

/** Builds the dashboard into dashboard/dist when it is missing or built from other sources. @throws when it fails */
export const buildDashboard = () =>
  buildOnce({
    name: 'the dashboard',
    dist: 'dashboard/dist',
    sources: [
      'dashboard/{src,public}/**/*.*',
      'dashboard/*.*',
      // The client, which the dashboard shares with the SDK.
      'sdk/typescript/src/{core,generated}/*.*',
    ],
    brotliQuality: BROTLI_QUALITY,
    write: async (folder) => {
      const { build } = await import('vite');
      await build({
        configFile: fileURLToPath(new URL('../dashboard/vite.config.ts', import.meta.url)),
        logLevel: 'warn',
        build: { outDir: folder, emptyOutDir: true },
      });
    },
  });
