/** Generates the dashboard's types of the API and of its own requests: `npm run dashboard:types`, after a change of routes or schemas. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describeDashboardApi, readApiDocument } from './api-document.ts';
import { type OpenApi, openApiTypes } from './openapi-types.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../dashboard/src/api/${name}`, import.meta.url));

/** The generated files, with their expected content. */
export async function dashboardTypes(): Promise<{ file: string; content: string }[]> {
  return [
    format(fileOf('schema.ts'), JSON.parse(await readApiDocument())),
    format(fileOf('own-schema.ts'), await describeDashboardApi()),
  ];
}

function format(file: string, document: OpenApi) {
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));
  const { stdout, stderr, status } = spawnSync(biome, ['format', `--stdin-file-path=${file}`], {
    input: openApiTypes(document),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Biome cannot format the types:\n${stderr}`);
  return { file, content: stdout };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const { file, content } of await dashboardTypes()) await writeFile(file, content);
