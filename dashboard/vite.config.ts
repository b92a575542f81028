import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { doorWorker } from './door-worker.ts';
import { pageFiles } from './page-files.ts';

/** The server that `npm run dashboard:dev` sends its requests to. */
const SERVER = 'http://localhost:3000';
const root = import.meta.dirname;

/** What server/src/platform/http/pages/dashboard-files.ts does with the built files. */
const documents: Plugin = {
  name: 'takilya-documents',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      const isOutside = /^\/dashboard\/(log-in|set-up|reset|invitation)(\?|$)/.test(request.url ?? '');
      if (isOutside) request.url = '/dashboard/outside.html';
      next();
    });
  },
};

export default defineConfig({
  root,
  base: '/dashboard/',
  plugins: [react(), documents, doorWorker(), pageFiles()],
  // The server replaces it with a new nonce in every page: see server/src/platform/http/pages/dashboard-files.ts.
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    // The dashboard, its pages before the log-in, and the door, which has nothing of the dashboard's frame.
    rolldownOptions: { input: ['index.html', 'outside.html', 'door.html'].map((page) => join(root, page)) },
  },
  server: { proxy: { '/api/v1': SERVER, '/dashboard/api': SERVER } },
});
