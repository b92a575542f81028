/** Writes docs/errors.md anew: `node scripts/errors-page.ts`, after a change of a `refusals.ts`. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type TSchema, Type } from 'typebox';
import type { AnyDeclaration } from '../server/src/platform/refusals/declaration.ts';
import type { Declared } from '../server/src/platform/refusals/declare-refusals.ts';
import { declaredRefusals } from './declared-refusals.ts';

export const ERRORS_PAGE = fileURLToPath(new URL('../docs/errors.md', import.meta.url));

const ABOUT = `# Errors

For those who call the API: every code that an answer other than success can have, what leads to it and what you can do.
Made by \`node scripts/errors-page.ts\` from the declarations in the server; do not edit it here.

\`\`\`json
{
  "error": {
    "message": "Not enough left: only 4 available",
    "status": 409,
    "code": "not_enough_left",
    "details": { "left": 4 }
  }
}
\`\`\`

| field | what it is |
| --- | --- |
| \`message\` | A sentence in English for people. It may change. |
| \`status\` | The HTTP status again. |
| \`code\` | What was refused. A code keeps its meaning; new ones may come, so treat an unknown one by its status. |
| \`field\` | The part of the request that is at fault: \`customer.email\`, \`items[0].quantity\`. Where a 400 has one. |
| \`details\` | The facts that the message is made of, so that a program need not read it. Where there are any. |

In the OpenAPI document \`x-error-codes\` of an operation lists the codes of its own by status, and \`x-error-codes\` of the
document those that any request can get. The writes of subscriptions have a plain string in the place of \`error\` while they
are not available (503).

*Passes* marks what may succeed later without a change of the request: an \`Idempotency-Key\` does not remember it, nor a
429 or a 5xx. A 429 and a 503 say in \`Retry-After\` when to try again.
`;

/** Where a folder's name says too little to who does not know the code. */
const TITLES: Record<string, string> = {
  platform: 'Any request',
  accounts: 'Log-in and team',
  analytics: 'Sales figures',
  idempotency: 'Idempotency-Key',
  overview: 'Live figures',
};

/** What the page should be. */
export async function errorsPage(): Promise<string> {
  const domains = await declaredRefusals();
  const first = (domain: string) => (domain === 'platform' ? '' : titleOf(domain));
  const sections = [...domains].sort(([one], [other]) => first(one).localeCompare(first(other)));
  return [ABOUT, ...sections.map(([domain, refusals]) => section(titleOf(domain), refusals))].join('\n');
}

function titleOf(domain: string): string {
  const words = domain.replaceAll('-', ' ');
  return TITLES[domain] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function section(title: string, refusals: Declared[]): string {
  const entries = refusals.toSorted((one, other) => one.declaration.status - other.declaration.status);
  return [`## ${title}\n`, ...entries.map(entry)].join('\n');
}

function entry({ code, declaration }: Declared): string {
  const { status, facts = {}, field, passing, cause, remedy } = declaration;
  const details = Object.entries(facts).filter(([name]) => name !== 'field');
  return [
    `### \`${code}\`\n`,
    `${status}${passing ? ' · passes' : ''} · \`${exampleSentence(declaration)}\`\n`,
    `- Cause: ${cause}`,
    `- Remedy: ${remedy}`,
    ...(field ? [`- Field: \`${field}\``] : []),
    ...(facts.field ? ['- Field: the part that is at fault'] : []),
    ...details.map(([name, schema]) => `- Detail \`${name}\`: ${typeOf(schema)}${about(schema)}`),
    '',
  ].join('\n');
}

/** The message as it may be, with the names of texts in the place of texts. */
export const exampleSentence = ({ en, facts = {} }: AnyDeclaration): string =>
  typeof en === 'string' ? en : en(example(Type.Object(facts)) as never);

interface Described {
  type?: string | string[];
  enum?: unknown[];
  items?: TSchema;
  properties?: Record<string, TSchema>;
  required?: string[];
  description?: string;
  examples?: unknown[];
}

function typeOf(schema: Described): string {
  const values = schema.enum?.filter((value) => value !== null);
  if (values) return `one of ${values.map((value) => `\`${value}\``).join(', ')}`;
  const names = [schema.type ?? 'object'].flat();
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  const inside = schema.properties && Object.keys(schema.properties);
  const words = inside && inside.length > 0 ? `object of ${inside.map((name) => `\`${name}\``).join(', ')}` : names[0];
  return names.includes('null') ? `${words}, or null` : String(words);
}

const about = ({ description }: Described): string => (description ? `. ${description}` : '');

/** Something of this kind for an example: texts stand as their names. */
function example(schema: Described, name = ''): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  if (schema.items) return [example(schema.items, name)];
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).flatMap(([key, inner]) =>
        schema.required?.includes(key) ? [[key, example(inner, key)]] : [],
      ),
    );
  return [schema.type].flat()[0] === 'integer' ? EXAMPLE_NUMBER : `<${name}>`;
}
const EXAMPLE_NUMBER = 4;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await writeFile(ERRORS_PAGE, await errorsPage());
