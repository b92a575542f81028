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
  /** Nothing interrupted its making. */
  isWhole: boolean;
}

/**
 * Fills an empty database with demo data and writes `DATA_DIR/demo.json`, readable by its owner alone. A database that
 * holds anything is left as it is; of several instances that find it empty at once, one fills it. Killed on the way it
 * leaves what there is: a database that holds anything might hold somebody's.
 * @returns what demo.json says, or null when this installation has no demo data
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
    // Before the commit: a key that is stored but written down nowhere could never be used.
    async keep(organizations) {
      await writeFile(unfinished, '');
      await writeDemoFile(path, demoOf(organizations));
    },
  });
  if (created) {
    await fillDemo(parts, created);
    // Gone already where somebody else, with another database, uses the same folder.
    await rm(unfinished, { force: true });
  }

  const organizations = created ?? (await readDemoFile(path))?.organizations;
  // A file of another database, that this folder was used for before, tells nothing about this one.
  const [first] = organizations ?? [];
  if (!organizations || !first || !(await organizationExists(db, first.id))) return null;
  // Written again at every start: the address may have changed.
  const demo = demoOf(organizations);
  await writeDemoFile(path, demo);
  const isWhole = await access(unfinished).then(
    () => false,
    () => true,
  );
  return { ...demo, isWhole };
}

/** Whole or not at all: a kill while it is written must not lose the keys in it. */
async function writeDemoFile(path: string, demo: DemoFile) {
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(part, path);
}

async function readDemoFile(path: string): Promise<DemoFile | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Not there, or not ours: then there is nothing to show.
    return null;
  }
}
