import { buildDashboard } from '../scripts/build-dashboard.ts';
import { buildDocs } from '../scripts/build-docs.ts';

/** The browser tests look at what the sources are now. */
export default async function buildPages() {
  await buildDashboard();
  await buildDocs();
}
