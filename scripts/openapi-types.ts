import {
  type Content,
  nameOf,
  type Operation,
  type Paths,
  parametersOf,
  type Schema,
  type Shared,
} from './openapi-document.ts';

/**
 * Generates the types of a document, with its names under `components.schemas`, in the form that openapi-typescript
 * writes. openapi-typescript itself needs the compiler's JavaScript API, which TypeScript 7 no longer has.
 * @throws Error for a type without an equivalent here, so that none is silently wrong
 */
export function openApiTypes({ paths, components }: { paths: Paths; components: Shared }): string {
  const models = Object.entries(components.schemas).map(([name, schema]) => field(name, schema, true));
  const entries = Object.entries(paths).map(([path, operations]) => {
    const methods = Object.entries(operations).map(([method, operation]) => {
      const comment = operation.summary ? `/** ${operation.summary} */\n` : '';
      return `${comment}${method}: ${operationType(operation, components)};`;
    });
    return `${JSON.stringify(path)}: { parameters: Nothing;\n${methods.join('\n')}\n};`;
  });
  return `type Nothing = { query?: never; header?: never; path?: never; cookie?: never };
type Answer<Content> = { headers: Record<string, unknown>; content: Content };
type Failure = Answer<{ 'application/json': Schemas['ErrorResponse'] }>;
type Schemas = components['schemas'];

export interface components {
schemas: {
${models.join('\n')}
};
}

export interface paths {
${entries.join('\n')}
}
`;
}

function operationType(operation: Operation, shared: Shared): string {
  const { requestBody, responses } = operation;
  const all = parametersOf(operation, shared);
  const place = (where: string) => {
    const found = all.filter((parameter) => parameter.in === where);
    if (found.length === 0) return `${where}?: never`;
    const fields = found.map(({ name, required, schema }) => field(name, schema, required === true)).join('\n');
    return `${where}${found.some(({ required }) => required) ? '' : '?'}: {\n${fields}\n}`;
  };
  const body = requestBody
    ? `requestBody${requestBody.required ? '' : '?'}: { content: ${contentType(requestBody.content)} };`
    : 'requestBody?: never;';
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, { content }]) => {
      const answered = content && Object.keys(content).length > 0;
      return `${status}: ${answered ? `Answer<${contentType(content)}>` : '{ headers: Record<string, unknown>; content?: never }'};`;
    });
  const asked = `{ ${place('query')}; header?: never; ${place('path')}; cookie?: never }`;
  return `{
parameters: ${all.some((parameter) => parameter.in !== 'header') ? asked : 'Nothing'};
${body}
responses: { ${answers.join(' ')} default: Failure };
}`;
}

const contentType = (content: Content) =>
  `{ ${Object.entries(content)
    .map(([type, { schema }]) => `${JSON.stringify(type)}: ${bodyType(type, schema)}`)
    .join('; ')} }`;

function bodyType(type: string, schema: Schema | undefined): string {
  if (type.startsWith('image/')) return 'Blob';
  if (type === 'text/event-stream') return 'ReadableStream<Uint8Array>';
  return schema ? typeOf(schema) : 'string';
}

function field(name: string, schema: Schema, required: boolean): string {
  const comment = schema.description ? `/** ${schema.description.replaceAll('*/', '* /')} */\n` : '';
  return `${comment}${JSON.stringify(name)}${required ? '' : '?'}: ${typeOf(schema)};`;
}

export function typeOf(schema: Schema): string {
  if (schema.$ref) return `Schemas['${nameOf(schema.$ref)}']`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.if && schema.else) return `${typeOf(schema.if)} | ${typeOf(schema.else)}`;
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return schema.items ? `(${typeOf(schema.items)})[]` : 'unknown[]';
    case 'object':
      return objectType(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(
        `The OpenAPI document has a type without a TypeScript equivalent here: ${JSON.stringify(schema)}`,
      );
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => field(name, schema, required.includes(name)));
  if (fields.length > 0) return `{\n${fields.join('\n')}\n}`;
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  return `Record<string, ${others}>`;
}
