import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GENERATED_FOLDER, pythonSdk } from './sdk-python.ts';

test('the generated files of the Python SDK match the OpenAPI document (npm run generate)', async () => {
  const files = await pythonSdk();
  const committed = (await readdir(GENERATED_FOLDER)).filter((name) => name.endsWith('.py'));
  expect(committed.sort()).toEqual(files.map(({ name }) => name).sort());
  for (const { name, content } of files)
    expect(await readFile(join(GENERATED_FOLDER, name), 'utf8'), name).toBe(content);
});

test('bounds of a range may be dates in the Python SDK', async () => {
  const models = (await pythonSdk()).find(({ name }) => name === 'models.py')?.content;
  for (const bound of ['from_', 'to']) expect(models).toContain(`    ${bound}: NotRequired[str | date]\n`);
});
