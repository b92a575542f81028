import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { organizationExists } from '../organizations/queries.ts';
import type { Parts } from '../parts.ts';
import { createDemoOrganizations, type DemoOrganization } from './create-demo-organizations.ts';
import { fillDemo } from './fill-demo.ts';

export interface DemoFile {
  api_url: string;
  dashboard_url: string;
  organizations: DemoOrganization[];
}

export interface PreparedDemo extends DemoFile {
  /** False when its creation was interrupted. */
  isComplete: boolean;
}

/**
 * Fills an empty database with demo data and writes `DATA_DIR/demo.json`, readable only by its owner. A database with
 * any data is left unchanged; of several instances that start at once on an empty one, one fills it. If it is killed,
 * the partial data stays, because a non-empty database could hold real data.
 * @returns what demo.json contains, or null when this installation has no demo data
 */
export async function prepareDemo(parts: Parts): Promise<PreparedDemo | null> {
  const { db, config, clock } = parts;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const path = join(config.dataDir, 'demo.json');
  const unfinished = `${path}.unfinished`;
  const demoOf = (organizations: DemoOrganization[]) => ({
    api_url: `${parts.publicUrl()}/api/v1`,
    dashboard_url: `${parts.publicUrl()}/dashboard/`,
    organizations,
  });

  const created = await createDemoOrganizations(db, {
    now: clock.now(),
    // Before the commit: a stored key that is not written down could never be used.
    async keep(organizations) {
      await writeFile(unfinished, '');
      await writeDemoFile(path, demoOf(organizations));
    },
  });
  if (created) {
    await fillDemo(parts, created);
    // `force`: another installation that uses the same folder may have removed it.
    await rm(unfinished, { force: true });
  }

  const organizations = created ?? (await readDemoFile(path))?.organizations;
  // demo.json may belong to another database that used this folder before.
  const [first] = organizations ?? [];
  if (!organizations || !first || !(await organizationExists(db, first.id))) return null;
  // Rewritten at every start, because the address may have changed.
  const demo = demoOf(organizations);
  await writeDemoFile(path, demo);
  const isComplete = await access(unfinished).then(
    () => false,
    () => true,
  );
  return { ...demo, isComplete };
}

/** Writes atomically: a kill must not lose the keys. */
async function writeDemoFile(path: string, demo: DemoFile) {
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(part, path);
}

async function readDemoFile(path: string): Promise<DemoFile | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Missing or not ours: there is nothing to show.
    return null;
  }
}
