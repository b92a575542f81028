import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('build-pages.ts', import.meta.url));
const document = fileURLToPath(new URL('../dashboard/dist/index.html', import.meta.url));

test('a dashboard built from the same sources is not built again', async () => {
  // The global setup of these tests has already built it.
  const before = await stat(document);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script]);
  expect([stdout, stderr]).toStrictEqual(['', '']);
  expect((await stat(document)).ino).toBe(before.ino);
});
