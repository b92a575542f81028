/* What our OpenAPI 3.1 document has, for the programs that read it: the SDKs, the site, the comparison of releases. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  if?: Schema;
  else?: Schema;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

/** The models by their names. */
export type Models = Record<string, Schema>;

export type Content = Record<string, { schema?: Schema }>;

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Answer {
  $ref?: string;
  description?: string;
  content?: Content;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  /** Which kinds of callers may send it; absent: those of the document. */
  security?: Record<string, string[]>[];
  'x-error-codes'?: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Answer>;
}

/** Operations by path, or by the type of a notification, and by verb. */
export type Paths = Record<string, Record<string, Operation>>;

/** What operations refer to. */
export interface Shared {
  schemas: Models;
  parameters: Record<string, Parameter>;
}

export interface OpenApi {
  info: { description: string };
  tags: { name: string; description: string }[];
  'x-error-codes': string[];
  paths: Paths;
  webhooks: Paths;
  components: Shared & { responses: Record<string, Answer> };
}

/** The name that a `$ref` ends with. */
export const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

export const operationsOf = (paths: Paths) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({ path, method: verb.toUpperCase(), operation })),
  );

/** Every error code of the document, sorted. */
export function errorCodesOf(document: OpenApi): string[] {
  const operations = operationsOf(document.paths).map(({ operation }) => operation);
  return [...new Set([document, ...operations].flatMap((part) => part['x-error-codes'] ?? []))].sort();
}

/**
 * The parameters of an operation, those that it refers to among them. @throws Error for one that is not in the document
 */
export const parametersOf = ({ parameters = [] }: Operation, shared: Pick<Shared, 'parameters'>): Parameter[] =>
  parameters.map((parameter) => {
    const found = parameter.$ref ? shared.parameters[nameOf(parameter.$ref)] : parameter;
    if (!found) throw new Error(`the document has no ${parameter.$ref}`);
    return found;
  });

/** The names of all models that a schema needs, in the order in which they appear. */
export function modelsIn(schema: Schema, models: Models, found = new Set<string>()): Set<string> {
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    const model = models[name];
    if (!model || found.has(name)) return found;
    found.add(name);
    return modelsIn(model, models, found);
  }
  for (const inner of partsOf(schema)) modelsIn(inner, models, found);
  return found;
}

const partsOf = ({ properties = {}, items, anyOf = [], if: one, else: other, additionalProperties: more }: Schema) =>
  [
    ...Object.values(properties),
    items ?? [],
    ...anyOf,
    one ?? [],
    other ?? [],
    typeof more === 'object' ? more : [],
  ].flat();
