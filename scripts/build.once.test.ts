import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('build.ts', import.meta.url));
const built = ['../dashboard/dist/index.html', '../server/dist/main.js'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

test('what is built from the same sources is not built again', async () => {
  // The global setup of these tests has already built it.
  const files = () => Promise.all(built.map(async (path) => (await stat(path)).ino));
  const before = await files();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script]);
  expect([stdout, stderr]).toStrictEqual(['', '']);
  expect(await files()).toStrictEqual(before);
});
