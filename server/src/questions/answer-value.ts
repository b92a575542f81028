import { isStorable } from '../platform/http/contract/validation.ts';
import { hasAtMost } from '../values/characters.ts';
import { isDate } from '../values/timestamps.ts';
import { MAX_ANSWER_LENGTH, type Question } from './question.ts';

/** The value of a ticked box. A box that is not ticked has no answer. */
export const TICKED = 'true';
const NOT_TICKED = 'false';

/** What is stored of an answer; null: nothing was answered; undefined: it does not fit the question. */
export function answerValue({ kind, options }: Question, given: string): string | null | undefined {
  const value = given.trim();
  if (value === '') return null;
  switch (kind) {
    case 'text':
      return hasAtMost(value, MAX_ANSWER_LENGTH) && isStorable(value) ? value : undefined;
    case 'choice':
      return options.includes(value) ? value : undefined;
    case 'checkbox':
      if (value === NOT_TICKED) return null;
      return value === TICKED ? TICKED : undefined;
    case 'date':
      return isDate(value) ? value : undefined;
  }
}
