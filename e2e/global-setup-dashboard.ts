import { buildDashboard } from '../scripts/build-dashboard.ts';

/** The browser tests look at what the sources are now. */
export default buildDashboard;
