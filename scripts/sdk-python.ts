/**
 * Generates the models and operations of the Python SDK from the OpenAPI document, which changes with routes, schemas
 * and their descriptions. `npm run generate` runs it. What is written by hand is beside them in sdk/python/src/takilya.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readApiDocument } from './api-document.ts';
import type { OpenApi } from './openapi-document.ts';
import { modelsFile } from './sdk-python/models.ts';
import { GENERATED } from './sdk-python/python.ts';
import { resourceFiles } from './sdk-python/resources.ts';

export const GENERATED_FOLDER = fileURLToPath(new URL('../sdk/python/src/takilya/_generated/', import.meta.url));

/** The files of the folder, with their expected content. */
export async function pythonSdk(): Promise<{ name: string; content: string }[]> {
  const document: OpenApi = JSON.parse(await readApiDocument());
  return [
    { name: '__init__.py', content: `${GENERATED}\n` },
    { name: 'models.py', content: modelsFile(document) },
    ...resourceFiles(document),
  ];
}

if (import.meta.main) {
  const files = await pythonSdk();
  await rm(GENERATED_FOLDER, { recursive: true, force: true });
  await mkdir(GENERATED_FOLDER, { recursive: true });
  for (const { name, content } of files) await writeFile(join(GENERATED_FOLDER, name), content);
}
