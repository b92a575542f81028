import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { dashboardTypes, TYPES_FILE } from './dashboard-types.ts';
import { openApiTypes } from './openapi-types.ts';

test("the dashboard's types are what the API's description says (npm run dashboard:types)", async () => {
  expect(await readFile(TYPES_FILE, 'utf8')).toBe(await dashboardTypes());
});

test('a type that is not known is refused, not guessed', () => {
  const content = { 'application/json': { schema: { type: 'decimal' } } };
  const components = { schemas: {}, parameters: {} };
  expect(() => openApiTypes({ paths: { '/x': { get: { responses: { 200: { content } } } } }, components })).toThrow(
    'decimal',
  );
});
