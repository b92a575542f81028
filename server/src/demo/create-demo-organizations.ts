import { createApiKey } from '../api-keys/create-api-key.ts';
import type { Database } from '../database/database.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import { claimEmptyInstallation } from '../organizations/queries.ts';
import type { Uuid } from '../uuid.ts';
import { DEMO_ORGANIZATIONS } from './demo-events.ts';

export interface DemoOrganization {
  id: Uuid;
  name: string;
  api_key: string;
}

/** The demo's events begin before today. */
const FOUNDED_DAYS_AGO = 60;
const DAY_MS = 86_400_000;

/**
 * The demo organizations and their keys, all or none. `keep` writes the keys down before they are stored for good; when
 * it rejects, nothing is stored. @returns null when there are organizations already: whoever comes second gets nothing
 */
export async function createDemoOrganizations(
  db: Database,
  { now, keep }: { now: Date; keep: (organizations: DemoOrganization[]) => Promise<void> },
): Promise<DemoOrganization[] | null> {
  const founded = new Date(now.getTime() - FOUNDED_DAYS_AGO * DAY_MS);
  return db.transaction(async (tx) => {
    if (!(await claimEmptyInstallation(tx))) return null;
    const organizations: DemoOrganization[] = [];
    for (const { name } of DEMO_ORGANIZATIONS) {
      const id = await createOrganization(tx, { name, now: founded });
      const key = await createApiKey(tx, { organizationId: id, name: 'Demo', now: founded });
      organizations.push({ id, name, api_key: key });
    }
    await keep(organizations);
    return organizations;
  });
}
