import { declaredRefusals } from '../scripts/declared-refusals.ts';
import { exampleSentence } from '../scripts/errors-page.ts';
import {
  type Answer,
  type Models,
  modelsIn,
  nameOf,
  type OpenApi,
  type Operation,
  operationsOf,
  type Parameter,
  type Paths,
  parametersOf,
  type Schema,
} from '../scripts/openapi-document.ts';
import { Html, html } from '../server/src/platform/http/pages/html.ts';
import type { Declared } from '../server/src/platform/refusals/declare-refusals.ts';
import { BASE, documentFiles } from './documents.ts';
import type { SitePage } from './layout.ts';
import { renderText, type Section } from './markdown.ts';
import { sampleTabs } from './sample-tabs.ts';
import { type Samples, SET_UP, samplesOf } from './samples/samples.ts';
import { aboutField, fieldsTable, typeOf } from './schemas.ts';
import { tryIt } from './try-it.ts';

/** An operation with its place: a method and path, or the name of a notification. */
export interface Placed {
  operation: Operation;
  method: string;
  path: string;
  isNotification: boolean;
}

export const REFERENCE = `${BASE}reference/`;
const slugOf = (tag: string) => tag.toLowerCase().replaceAll(' ', '-');

/** A page with all operations, and one for each tag of the OpenAPI document. */
export async function referencePages(document: OpenApi): Promise<SitePage[]> {
  const refusals = new Map([...(await declaredRefusals()).values()].flat().map((one) => [one.code, one]));
  const placed = placedOperations(document);
  const groups = document.tags.map((tag) => ({
    ...tag,
    placed: placed.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const told: Told = { document, refusals, samples: samplesOf(document) };
  return [overview(told, groups), ...groups.map((group) => groupPage(told, group))];
}

function placedOperations({ paths, webhooks }: OpenApi): Placed[] {
  const place = (all: Paths, isNotification: boolean) =>
    operationsOf(all).map((found) => ({ ...found, isNotification }));
  return [...place(paths, false), ...place(webhooks, true)];
}

interface TagGroup {
  name: string;
  description: string;
  placed: Placed[];
}
type Refusals = Map<string, Declared>;

/** What all pages are made of. */
interface Told {
  document: OpenApi;
  refusals: Refusals;
  /** By `operationId`. */
  samples: Map<string, Samples>;
}

function overview({ document, refusals }: Told, groups: TagGroup[]): SitePage {
  const body = html`<h1>All operations</h1>
<p>For developers who call the API: every operation, with its fields, answers and errors, and a form to try it. Addresses
are relative to <code>/api/v1</code>; the OpenAPI 3.1 document is
<a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>
${new Html(renderText(document.info.description))}
${groups.map(
  ({ name, placed }) => html`<h2 id="${slugOf(name)}"><a href="${REFERENCE}${slugOf(name)}/">${name}</a></h2>
<ul class="operations">
${placed.map(
  (one) =>
    html`<li><a href="${REFERENCE}${slugOf(name)}/#${one.operation.operationId}">${signature(one)}</a> ${one.operation.summary}</li>\n`,
)}</ul>
`,
)}
<h2 id="errors-of-any-request">Errors of any request</h2>
${errorsTable(document['x-error-codes'], refusals)}`;
  const sections: Section[] = groups.map(({ name }) => ({ level: 2, title: name, anchor: slugOf(name), text: '' }));
  return { address: REFERENCE, title: 'All operations', body: body.text, sections };
}

function groupPage(told: Told, { name, description, placed }: TagGroup): SitePage {
  const { document, samples } = told;
  const hasSamples = placed.some(({ operation }) => samples.has(operation.operationId));
  const models = document.components.schemas;
  const needed = new Set(placed.flatMap(({ operation }) => [...modelsNeededBy(operation, models)]));
  const rules = `docs/api/${slugOf(name)}.md`;
  const body = html`<h1>${name}</h1>
${new Html(renderText(description))}
${documentFiles.includes(rules) && html`<p>Rules of the API, and what decides and proves each: <a href="${BASE}api/${slugOf(name)}/">${name}</a>.</p>`}
${hasSamples && html`<p>The examples below go on from these lines:</p>\n${sampleTabs('set-up', SET_UP)}`}
${placed.map((one) => operationSection(one, told))}
${needed.size > 0 && html`<h2 id="models">Models</h2>`}
${[...needed].map(
  (model) => html`<h3 id="model-${model}">${model}</h3>
${models[model]?.description && new Html(renderText(models[model].description))}
${fieldsTable({ ...models[model], description: undefined })}
`,
)}`;
  const sections = placed.map(({ operation, path, method }) => ({
    level: 2,
    title: operation.summary,
    anchor: operation.operationId,
    text: [`${method} ${path}`, operation.operationId, operation.description, fieldNames(operation, models)].join('\n'),
  }));
  return { address: `${REFERENCE}${slugOf(name)}/`, title: name, body: body.text, sections, triesRequests: hasSamples };
}

const schemasOf = ({ requestBody, responses }: Operation): Schema[] =>
  [
    ...Object.values(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
  ].flatMap(({ schema }) => schema ?? []);

/** Without `…Response`: the envelope is the same everywhere. */
const modelsNeededBy = (operation: Operation, models: Models) =>
  schemasOf(operation)
    .flatMap((schema) => [...modelsIn(schema, models)])
    .concat((operation.parameters ?? []).flatMap(({ schema }) => (schema ? [...modelsIn(schema, models)] : [])))
    .filter((model) => !/Response$/.test(model));

const fieldNames = (operation: Operation, models: Models) =>
  Object.values(operation.requestBody?.content ?? {})
    .flatMap(({ schema }) => Object.keys((schema?.$ref ? models[nameOf(schema.$ref)] : schema)?.properties ?? {}))
    .join(' ');

const signature = ({ method, path, isNotification }: Placed) =>
  isNotification ? html`<code>${path}</code>` : html`<code><b>${method}</b> ${path}</code>`;

function operationSection(one: Placed, { document, refusals, samples }: Told): Html {
  const { operation } = one;
  const sample = samples.get(operation.operationId);
  const parameters = parametersOf(operation, document.components);
  const [type = '', content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return html`<section class="operation">
<h2 id="${operation.operationId}">${operation.summary}</h2>
<p class="signature">${signature(one)}</p>
${operation.description && new Html(renderText(operation.description))}
${parameters.length > 0 && parametersTable(parameters)}
${content && bodyPart(operation, document.components.schemas)}
<h3>Answers</h3>
<ul>${Object.entries(operation.responses).map(([status, answer]) => answerLine(status, answer, document))}</ul>
${(operation['x-error-codes'] ?? []).length > 0 && html`<h3>Errors</h3>${errorsTable(operation['x-error-codes'] ?? [], refusals)}`}
${sample && html`<h3>Example</h3>\n${sampleTabs(operation.operationId, sample)}\n${tryIt(one, parameters, type)}`}
${!sample && !one.isNotification && html`<p>A person does this in the dashboard: a request with an API key is refused.</p>`}
</section>
`;
}

const parametersTable = (parameters: Parameter[]) => html`<h3>Parameters</h3>
<div class="scroll" role="group" aria-label="Parameters" tabindex="0"><table>
<thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>
${parameters.map(
  ({ name, in: place, required, description, schema }) =>
    html`<tr><td><code>${name}</code> <small>${place}${required && ', required'}</small></td><td>${typeOf(schema)}</td><td>${aboutField(
      { ...schema, description },
    )}</td></tr>\n`,
)}</tbody></table></div>`;

function bodyPart({ requestBody }: Operation, models: Models): Html {
  const types = Object.entries(requestBody?.content ?? {});
  const [, content] = types[0] ?? [];
  const named = content?.schema?.$ref ? models[nameOf(content.schema.$ref)] : content?.schema;
  return html`<h3>Body</h3>
${types[0]?.[0] !== 'application/json' && html`<p>Bytes of ${types.map(([type]) => type).join(', ')}.</p>`}
${named?.properties && fieldsTable(named)}`;
}

/** Answers with data name their model, without the envelope. */
function answerLine(status: string, answer: Answer, { components }: OpenApi): Html {
  const { description = '', content = {} } = answer.$ref
    ? (components.responses[nameOf(answer.$ref)] ?? answer)
    : answer;
  const [type, media] = Object.entries(content)[0] ?? [];
  const envelope = media?.schema?.$ref ? components.schemas[nameOf(media.schema.$ref)] : media?.schema;
  const data = envelope?.properties?.data;
  const what = /^[4-5d]/.test(status) ? false : data ? html`<code>data</code>: ${typeOf(data)}` : (type ?? false);
  return html`<li><code>${status}</code> ${description !== 'OK' && new Html(renderText(description))} ${what}</li>\n`;
}

const errorsTable = (
  codes: string[],
  refusals: Refusals,
) => html`<div class="scroll" role="group" aria-label="Errors" tabindex="0"><table>
<thead><tr><th>Code</th><th>Status</th><th>Message</th></tr></thead><tbody>
${codes.map((code) => {
  const declaration = refusals.get(code)?.declaration;
  if (!declaration) throw new Error(`The error ${code} is not declared`);
  return html`<tr><td><a href="${BASE}errors/#${code}"><code>${code}</code></a></td><td>${declaration.status}</td><td>${exampleSentence(declaration)}</td></tr>\n`;
})}</tbody></table></div>`;
