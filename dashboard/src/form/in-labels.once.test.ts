import { expect, test } from 'vitest';
import { inLabels } from './in-labels.ts';

const labels = {
  title: 'Title',
  code: 'Code',
  'password.new': 'New password',
  end_datetime: 'Ends',
  start_datetime: 'Starts',
};

test.each([
  ['end_datetime must be after start_datetime', '“Ends” must be after “Starts”'],
  ['title must have 1 to 200 characters', '“Title” must have 1 to 200 characters'],
  ['code is required', '“Code” is required'],
  ['The code is the title of nothing', 'The code is the title of nothing'],
  ['code_word must be known', 'code_word must be known'],
  ['sales_end_datetime must be before end_datetime', 'sales_end_datetime must be before “Ends”'],
  ['password.new must have at least 10 characters', '“New password” must have at least 10 characters'],
  ['Event is cancelled', 'Event is cancelled'],
])('%s', (refusal, words) => {
  expect(inLabels(refusal, labels)).toBe(words);
});
