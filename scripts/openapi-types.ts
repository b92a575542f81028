/** As much of OpenAPI 3.1 as our document uses; what is not known here is refused, so that no type is wrong in silence. */
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
}
type Content = Record<string, { schema?: Schema }>;
interface Operation {
  summary?: string;
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

/**
 * The types that openapi-fetch takes, as openapi-typescript writes them. That needs the compiler's JavaScript interface,
 * which TypeScript 7 no longer has.
 */
export function openApiTypes({ paths }: OpenApi): string {
  const entries = Object.entries(paths).map(([path, operations]) => {
    const methods = Object.entries(operations).map(([method, operation]) => {
      const said = operation.summary ? `/** ${operation.summary} */\n` : '';
      return `${said}${method}: ${operationType(operation)};`;
    });
    return `${JSON.stringify(path)}: { parameters: Nothing;\n${methods.join('\n')}\n};`;
  });
  return `// Made by \`npm run dashboard:types\` from the server's OpenAPI document. Do not edit.

type Nothing = { query?: never; header?: never; path?: never; cookie?: never };
type Failure = {
  headers: Record<string, unknown>;
  content: { 'application/json': { error: { message: string; status: number } } };
};

export interface paths {
${entries.join('\n')}
}
`;
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const place = (where: string) => {
    const found = parameters.filter((parameter) => parameter.in === where);
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
      const what = content && Object.keys(content).length > 0 ? `content: ${contentType(content)}` : 'content?: never';
      return `${status}: { headers: Record<string, unknown>; ${what} };`;
    });
  return `{
parameters: { ${place('query')}; header?: never; ${place('path')}; cookie?: never };
${body}
responses: { ${answers.join(' ')} default: Failure };
}`;
}

const contentType = (content: Content) =>
  `{ ${Object.entries(content)
    .map(([type, { schema }]) => `${JSON.stringify(type)}: ${schema ? typeOf(schema) : 'string'}`)
    .join('; ')} }`;

function field(name: string, schema: Schema, required: boolean): string {
  const said = schema.description ? `/** ${schema.description.replaceAll('*/', '* /')} */\n` : '';
  return `${said}${JSON.stringify(name)}${required ? '' : '?'}: ${typeOf(schema)};`;
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
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
      throw new Error(`The OpenAPI document has a type that has no TypeScript here: ${JSON.stringify(schema)}`);
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => field(name, schema, required.includes(name)));
  if (fields.length > 0) return `{\n${fields.join('\n')}\n}`;
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  return `Record<string, ${others}>`;
}
