import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const readme = read('README.md');

test('the README opens with a picture, then the two commands to start with, and ends with the licence', () => {
  const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  expect(headings[0]).toBe('Takilya');
  expect(headings[1]).toBe('Start');
  expect(headings.at(-1)).toBe('Licence');
  const [opening = '', start = ''] = readme.split(/^## /m);
  expect(opening).toMatch(/<img src="docs\/screenshots\/[^"]+\.png" alt="[^"]+"/);
  expect(/```\n(.*?)```/s.exec(start)?.[1]).toBe('npm start\nnpm test\n');
});

test('the licence is Apache-2.0 in the text, the package and its lock file', () => {
  expect(read('LICENSE')).toMatch(/^\s+Apache License\n\s+Version 2\.0, January 2004\n/);
  expect(JSON.parse(read('package.json')).license).toBe('Apache-2.0');
  expect(JSON.parse(read('package-lock.json')).packages[''].license).toBe('Apache-2.0');
});
