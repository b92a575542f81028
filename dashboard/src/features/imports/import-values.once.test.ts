import { expect, test } from 'vitest';
import { type ImportColumn, withMeaning } from './import-values.ts';

const column = (number: number, field: ImportColumn['field'], questionId: string | null = null): ImportColumn => ({
  ...{ column: number, heading: `h${number}`, example: '', field, question_id: questionId },
});

test('a column gets another meaning, and the one that had it loses it', () => {
  const columns = [column(1, 'name'), column(2, 'email'), column(3, null), column(4, 'answer', 'q1')];
  const fields = ['name', 'email', 'tier'] as const;
  expect(withMeaning(columns, 3, 'name', fields)).toEqual([
    { column: 2, field: 'email' },
    { column: 3, field: 'name' },
    { column: 4, field: 'answer', question_id: 'q1' },
  ]);
  expect(withMeaning(columns, 1, 'q1', fields)).toEqual([
    { column: 1, field: 'answer', question_id: 'q1' },
    { column: 2, field: 'email' },
  ]);
  expect(withMeaning(columns, 4, '', fields)).toEqual([
    { column: 1, field: 'name' },
    { column: 2, field: 'email' },
  ]);
});
