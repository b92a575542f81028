import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { dashboardTypes, OWN_SCHEMA } from './dashboard-types.ts';

test("the dashboard's types match its own requests (npm run generate)", async () => {
  expect(await readFile(OWN_SCHEMA, 'utf8')).toBe(await dashboardTypes());
});
