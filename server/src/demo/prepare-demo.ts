import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Parts } from '../app.ts';
import { anyOrganizationExists } from '../organizations/queries.ts';
import { fillDemo } from './fill-demo.ts';

export interface DemoFile {
  api_url: string;
  organizations: { id: string; name: string; api_key: string }[];
}

/**
 * Fills an empty database with demo data and writes `DATA_DIR/demo.json`, readable by its owner alone. A database that
 * holds anything is left as it is. @returns what demo.json says, or null when this installation has no demo data
 */
export async function prepareDemo(parts: Parts): Promise<DemoFile | null> {
  const path = join(parts.config.dataDir, 'demo.json');
  const filled = await anyOrganizationExists(parts.db);
  const organizations = filled ? (await readDemoFile(path))?.organizations : await fillDemo(parts);
  if (!organizations) return null;
  const demo: DemoFile = { api_url: `${parts.publicUrl()}/api/v1`, organizations };
  await mkdir(parts.config.dataDir, { recursive: true });
  // Written again at every start: the address may have changed.
  await writeFile(path, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  return demo;
}

async function readDemoFile(path: string): Promise<DemoFile | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Not there, or not ours: then there is nothing to show.
    return null;
  }
}
