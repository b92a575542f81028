import { buildDashboard } from '../scripts/build-dashboard.ts';
import { buildDocs } from '../scripts/build-docs.ts';
import { buildServer } from '../scripts/build-server.ts';

/** The tests of processes and browsers start what the sources are now. */
export default async function build() {
  await buildServer();
  await buildDashboard();
  await buildDocs();
}
