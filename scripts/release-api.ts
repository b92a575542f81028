/**
 * Makes today's OpenAPI document the released one, which later changes are compared with: part of a release.
 *
 *   node scripts/release-api.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readApiDocument } from './api-document.ts';
import type { OpenApi } from './openapi-document.ts';

export const RELEASED_DOCUMENT = fileURLToPath(new URL('../docs/api/released-openapi.json', import.meta.url));

export interface ReleasedDocument extends OpenApi {
  /** The release of Takilya that it describes. */
  'x-release': string;
}

/** What programs depend on. The words for people are a half of the document, and may change. */
const WORDS = [
  'summary',
  'description',
  'examples',
  'info',
  'servers',
  'tags',
  'x-enum-varnames',
  'headers',
  'security',
];

function withoutWords(part: unknown, isNamed = false): unknown {
  if (Array.isArray(part)) return part.map((one) => withoutWords(one));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).filter(([name]) => isNamed || !WORDS.includes(name));
  // Below these, keys are names of fields and models, which may be called `description`.
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      withoutWords(value, !isNamed && /^(properties|schemas|parameters|paths|webhooks)$/.test(name)),
    ]),
  );
}

/** One line for each operation and model, so that a comparison of two releases can be read. */
function written(document: object): string {
  const lines = (part: object) =>
    Object.entries(part).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const { paths, components, ...rest } = document as OpenApi;
  const { schemas, ...shared } = components;
  return [
    `{${lines(rest).join(',\n')},`,
    `"components":{${lines(shared).join(',\n')},\n"schemas":{\n${lines(schemas).join(',\n')}\n}},`,
    `"paths":{\n${lines(paths).join(',\n')}\n}}\n`,
  ].join('\n');
}

if (import.meta.main) {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const document = withoutWords(JSON.parse(await readApiDocument())) as object;
  await writeFile(RELEASED_DOCUMENT, written({ 'x-release': version, ...document }));
}
