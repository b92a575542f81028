import { expect, test } from 'vitest';
import { documents, textOf } from './documents.ts';

const INDEX = 'docs/decisions/README.md';
const records = documents.filter((path) => path.startsWith('docs/decisions/') && path !== INDEX);

/** `# 12. Title`, then `Date: 2026-11-20 · Status: accepted`. */
const HEADER =
  /^# (?:\d+\. )?\S.*\n\nDate: (\d{4}-\d{2}-\d{2}) · Status: (accepted|superseded by|withdrawn on \d{4}-\d{2}-\d{2}:)/;

test('every decision has a date and a status', () => {
  expect(records.length).toBeGreaterThan(30);
  expect(records.filter((path) => !HEADER.test(textOf(path)))).toEqual([]);
});

test('the index lists every decision with the same date and status', () => {
  const rows = textOf(INDEX).split('\n');
  const missing = records.filter((path) => {
    const [, date = '', status = ''] = HEADER.exec(textOf(path)) ?? [];
    const [word = ''] = status.split(' ');
    return !rows.some((row) => row.includes(`(${path.split('/').at(-1)}) | ${date} | ${word}`));
  });
  expect(missing).toEqual([]);
});

test('the index is in the order of the numbers', () => {
  const numbers = [...textOf(INDEX).matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
  expect(numbers.length).toBeGreaterThan(30);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});
