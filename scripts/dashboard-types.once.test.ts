import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { dashboardTypes } from './dashboard-types.ts';
import { openApiTypes } from './openapi-types.ts';

test("the dashboard's types match the OpenAPI document (npm run dashboard:types)", async () => {
  for (const { file, content } of await dashboardTypes()) expect(await readFile(file, 'utf8'), file).toBe(content);
});

test('an unknown type is rejected, not guessed', () => {
  const content = { 'application/json': { schema: { type: 'decimal' } } };
  const components = { schemas: {}, parameters: {} };
  expect(() => openApiTypes({ paths: { '/x': { get: { responses: { 200: { content } } } } }, components })).toThrow(
    'decimal',
  );
});
