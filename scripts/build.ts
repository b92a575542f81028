/**
 * Builds what is missing or made from other sources (built-from.ts): the server, and what it serves as files, the
 * dashboard and the documentation. Without these the server shows a message; without the server nothing starts.
 *
 *   node scripts/build.ts          everything
 *   node scripts/build.ts server   the server and its commands
 */
import { buildDashboard } from './build-dashboard.ts';
import { buildDocs } from './build-docs.ts';
import { buildServer } from './build-server.ts';

await buildServer();

const pages = [
  { name: 'dashboard', build: buildDashboard },
  { name: 'documentation', build: buildDocs },
];
for (const { name, build } of process.argv[2] === 'server' ? [] : pages)
  try {
    await build();
  } catch (error) {
    process.stderr.write(`The ${name} cannot be built, everything else works without it: ${String(error)}\n`);
  }
