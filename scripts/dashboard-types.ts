/** Generates the dashboard's types of the API: `npm run dashboard:types`, after a change of routes or schemas. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readApiDocument } from './api-document.ts';
import { openApiTypes } from './openapi-types.ts';

export const TYPES_FILE = fileURLToPath(new URL('../dashboard/src/api/schema.ts', import.meta.url));

/** The expected content of the file, formatted by Biome. */
export async function dashboardTypes(): Promise<string> {
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));
  const { stdout, stderr, status } = spawnSync(biome, ['format', `--stdin-file-path=${TYPES_FILE}`], {
    input: openApiTypes(JSON.parse(await readApiDocument())),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Biome cannot format the types:\n${stderr}`);
  return stdout;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await writeFile(TYPES_FILE, await dashboardTypes());
