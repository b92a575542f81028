import { createUser } from '../accounts/create-user.ts';
import { hashPassword } from '../accounts/passwords/hash-password.ts';
import { insertMembership } from '../accounts/queries.ts';
import { addApiKey } from '../api-keys/create-api-key.ts';
import { SYSTEM } from '../audit-log/actor.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import { claimEmptyInstallation } from '../organizations/queries.ts';
import type { Database } from '../platform/database/database.ts';
import { newToken } from '../values/token.ts';
import type { Uuid } from '../values/uuid.ts';
import { DEMO_ORGANIZATIONS } from './demo-events.ts';

export interface DemoOrganization {
  id: Uuid;
  name: string;
  api_key: string;
  /** An owner's login to the dashboard. */
  dashboard: { email: string; password: string };
}

/** Before the first sale of the demo. */
const FOUNDED_DAYS_AGO = 60;
const DAY_MS = 86_400_000;
/** Sometimes typed by hand; 96 bits. */
const DEMO_PASSWORD_LENGTH = 16;

/**
 * Creates the demo organizations and their keys, all or none. `keep` saves the keys before the commit; when it rejects,
 * nothing is stored.
 * @returns null when there are organizations already; of concurrent calls one creates them
 */
export async function createDemoOrganizations(
  db: Database,
  { now, keep }: { now: Date; keep: (organizations: DemoOrganization[]) => Promise<void> },
): Promise<DemoOrganization[] | null> {
  const founded = new Date(now.getTime() - FOUNDED_DAYS_AGO * DAY_MS);
  const users = await Promise.all(DEMO_ORGANIZATIONS.map(demoUser));
  return db.transaction(async (tx) => {
    if (!(await claimEmptyInstallation(tx))) return null;
    const organizations: DemoOrganization[] = [];
    for (const [index, { name }] of DEMO_ORGANIZATIONS.entries()) {
      const id = await createOrganization(tx, { name, now: founded });
      const { key } = await addApiKey(tx, { organizationId: id, actor: SYSTEM, name: 'Demo', now: founded });
      const { email, password, passwordHash } = users[index] as DemoUser;
      const userId = await createUser(tx, { email, name: 'Demo', passwordHash, now: founded });
      await insertMembership(tx, { organizationId: id, userId, role: 'owner', now: founded });
      organizations.push({ id, name, api_key: key, dashboard: { email, password } });
    }
    await keep(organizations);
    return organizations;
  });
}

type DemoUser = Awaited<ReturnType<typeof demoUser>>;

/** Hashes the password outside the transaction. */
async function demoUser({ name }: { name: string }) {
  const password = newToken().slice(0, DEMO_PASSWORD_LENGTH);
  const email = `owner@${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`;
  return { email, password, passwordHash: await hashPassword(password) };
}
