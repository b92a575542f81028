/**
 * Builds what the server serves as files, the dashboard and the documentation, when they are missing or built from other
 * sources (built-from.ts). Without a build the server shows a message.
 *
 *   node scripts/build-pages.ts
 */
import { buildDashboard } from './build-dashboard.ts';
import { buildDocs } from './build-docs.ts';

const builds = [
  { name: 'dashboard', build: buildDashboard },
  { name: 'documentation', build: buildDocs },
];
for (const { name, build } of builds)
  try {
    await build();
  } catch (error) {
    process.stderr.write(`The ${name} cannot be built, everything else works without it: ${String(error)}\n`);
    process.exitCode = 1;
  }
