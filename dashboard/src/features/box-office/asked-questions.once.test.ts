import { expect, test } from 'vitest';
import type { Question } from '../questions/question-queries.ts';
import { askedQuestions } from './asked-questions.ts';

test.each([101, 4_801_234_567_890])('of %d tickets, questions are asked about 100', (quantity) => {
  const question = { id: 'meal', asked_of: 'ticket', tier_ids: null } as Question;
  const line = { key: 'a', tierId: 'a', admission: true, quantity };
  expect(askedQuestions([question], [line])).toHaveLength(100);
});
