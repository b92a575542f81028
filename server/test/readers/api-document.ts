import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
}
type Content = Record<string, { schema: Schema }>;
export interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  'x-error-codes'?: string[];
  responses: Record<string, { description: string; headers?: Record<string, object>; content?: Content }>;
}
export interface ApiDocument {
  openapi: string;
  info: { description: string; license: object; contact: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  'x-error-codes': string[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, object>;
    headers: Record<string, { schema: { type: string } }>;
    parameters: Record<string, object>;
    responses: Record<string, object>;
  };
  webhooks: Record<string, { post: OperationObject }>;
}

interface JsonAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

export const DOCUMENT = '/api/v1/openapi.json';

/** The document as written, and with every reference resolved. */
export async function parseApiDocument(text: string) {
  const written = JSON.parse(text) as ApiDocument;
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(text));
  const resolved = validator.resolveRefs() as unknown as ApiDocument;
  return { written, resolved, valid, errors };
}

export const operationsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation })),
  );

/** @returns a check of real answers: the differences from the document, formats included, or null */
export function openAnswerCheck() {
  const ajv = new Ajv2020({ strict: false, formats: fullFormats });
  return (operation: OperationObject, { status, headers, body }: JsonAnswer): unknown => {
    const response = operation.responses[status] ?? operation.responses.default;
    const [type, content] = Object.entries(response?.content ?? {})[0] ?? [];
    const given = headers['content-type']?.split(';')[0];
    if (given !== type) return `${status} is ${given}, not ${type}`;
    if (type !== 'application/json' || !content || ajv.validate(content.schema, body)) return null;
    return { status, errors: ajv.errors };
  };
}

/** Every object in a tree, with its path. */
export function* objectsIn(
  node: unknown,
  path: string[] = [],
): Generator<{ node: Record<string, unknown>; path: string[] }> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield { node: node as Record<string, unknown>, path };
  for (const [key, inner] of Object.entries(node)) yield* objectsIn(inner, [...path, key]);
}
