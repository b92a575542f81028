import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readApiDocument } from './api-document.ts';
import type { OpenApi } from './openapi-document.ts';
import { openApiTypes } from './openapi-types.ts';
import { describedOperations } from './sdk-typescript/described-operations.ts';
import { methodOf, parameterOf } from './sdk-typescript/method-names.ts';
import { GENERATED, sdkFiles } from './sdk-typescript.ts';

const document: OpenApi = JSON.parse(await readApiDocument());

test('the generated files of the SDK match the OpenAPI document (npm run generate)', async () => {
  const expected = await sdkFiles();
  expect(globSync('**/*.ts', { cwd: GENERATED }).sort()).toEqual([...expected.keys()].sort());
  for (const [name, content] of expected) expect(readFileSync(join(GENERATED, name), 'utf8'), name).toBe(content);
});

test('every operation of the document is a method with its path', async () => {
  const operations = describedOperations(document);
  expect(operations.length).toBeGreaterThan(100);
  const text = globSync('resources/*.ts', { cwd: GENERATED })
    .map((name) => readFileSync(join(GENERATED, name), 'utf8'))
    .join('\n');
  const missing = operations.filter(({ verb, path }) => !text.includes(`this.#api.${verb}('${path}', `));
  expect(missing.map(({ verb, path }) => `${verb} ${path}`)).toEqual([]);
});

test('the SDK imports nothing but its own files', () => {
  const source = join(GENERATED, '..');
  const imports = globSync('**/*.ts', { cwd: source }).flatMap((name) =>
    [...readFileSync(join(source, name), 'utf8').matchAll(/\b(?:from|import\()\s*'([^']+)'/g)].map(
      ([, from = '']) => from,
    ),
  );
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter((from) => !/^\.\.?\//.test(from))).toEqual([]);
});

test.each([
  ['createEvent', 'Events', 'create'],
  ['refundOrder', 'Orders', 'refund'],
  ['listSeries', 'Series', 'list'],
  ['uploadCover', 'Events', 'uploadCover'],
  ['findTicketByCode', 'Tickets', 'findByCode'],
])('%s of %s is %s', (operationId, tag, method) => {
  expect(methodOf(operationId, tag)).toBe(method);
});

test.each([
  ['/events/{id}/tiers', 'id', 'eventId'],
  ['/webhook-deliveries/{id}', 'id', 'webhookDeliveryId'],
  ['/series/{id}', 'id', 'seriesId'],
  ['/team/{user_id}', 'user_id', 'userId'],
])('in %s {%s} is %s', (path, name, parameter) => {
  expect(parameterOf(path, name)).toBe(parameter);
});

test('an unknown type is rejected, not guessed', () => {
  const content = { 'application/json': { schema: { type: 'decimal' } } };
  const get = { operationId: 'getX', summary: '', tags: [], responses: { 200: { content } } };
  const components = { schemas: {}, parameters: {} };
  expect(() => openApiTypes({ paths: { '/x': { get } }, components })).toThrow('decimal');
});
