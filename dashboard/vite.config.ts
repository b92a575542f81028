import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where a server runs that `npm run dashboard:dev` asks. */
const SERVER = 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react()],
  // The server puts a new one in its place with every page: see server/src/platform/http/pages/dashboard-files.ts.
  html: { cspNonce: 'CSP_NONCE' },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1_000 },
  server: { proxy: { '/api/v1': SERVER, '/dashboard/api': SERVER } },
});
