import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server that `npm run dashboard:dev` sends its requests to. */
const SERVER = 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react()],
  // The server replaces it with a new nonce in every page: see server/src/platform/http/pages/dashboard-files.ts.
  html: { cspNonce: 'CSP_NONCE' },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1_000 },
  server: { proxy: { '/api/v1': SERVER, '/dashboard/api': SERVER } },
});
