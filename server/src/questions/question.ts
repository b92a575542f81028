import type { Uuid } from '../values/uuid.ts';
import type { QuestionRow } from './tables.ts';

export const ASKED_OF = ['order', 'ticket'] as const satisfies readonly QuestionRow['askedOf'][];
export const QUESTION_KINDS = ['text', 'choice', 'checkbox', 'date'] as const satisfies readonly QuestionRow['kind'][];

export interface Question extends Omit<QuestionRow, 'organizationId' | 'ofAllTiers' | 'createdAt' | 'deletedAt'> {
  /** null: all tiers */
  tierIds: Uuid[] | null;
}

/** A buyer answers all of them, for up to 100 tickets. More would be given up, and exceed the size of a form. */
export const MAX_QUESTIONS = 10;
/** The longest list that a buyer reads on a phone. */
export const MAX_OPTIONS = 50;
export const MAX_OPTION_LENGTH = 100;
/** A paragraph below the label. */
export const MAX_HELP_LENGTH = 500;
/** A paragraph, such as allergies or an address. */
export const MAX_ANSWER_LENGTH = 500;
