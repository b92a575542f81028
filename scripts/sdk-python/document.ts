/** The part of our OpenAPI 3.1 document that the Python SDK is made of. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  const?: unknown;
  anyOf?: Schema[];
  if?: Schema;
  else?: Schema;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  maximum?: number;
  description?: string;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
  'x-error-codes'?: string[];
}

export interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
  'x-error-codes': string[];
}

export const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

/** The only operation of an entry of `paths` or `webhooks`, or all of them. */
export const operationsOf = (paths: Document['paths']) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** Names of the schemas that are reached from these, themselves included. */
export function reached(from: (Schema | undefined)[], schemas: Record<string, Schema>): Set<string> {
  const found = new Set<string>();
  const visit = (schema: Schema | undefined): void => {
    if (!schema) return;
    if (schema.$ref) {
      const name = nameOf(schema.$ref);
      if (found.has(name)) return;
      found.add(name);
      visit(schemas[name]);
    }
    for (const inner of [schema.items, schema.if, schema.else, ...(schema.anyOf ?? [])]) visit(inner);
    for (const field of Object.values(schema.properties ?? {})) visit(field);
  };
  for (const schema of from) visit(schema);
  return found;
}
