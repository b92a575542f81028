import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { dashboardTypes, TYPES_FILE } from './dashboard-types.ts';
import { openApiTypes } from './openapi-types.ts';

test("the dashboard's types match the OpenAPI document (npm run dashboard:types)", async () => {
  expect(await readFile(TYPES_FILE, 'utf8')).toBe(await dashboardTypes());
});

test('an unknown type is rejected, not guessed', () => {
  const content = { 'application/json': { schema: { type: 'decimal' } } };
  const components = { schemas: {}, parameters: {} };
  expect(() => openApiTypes({ paths: { '/x': { get: { responses: { 200: { content } } } } }, components })).toThrow(
    'decimal',
  );
});
