import type { texts } from './texts.ts';

/** What is wrong with the label of a section or a row: it must have one, and its neighbours must have others. */
export const labelProblem =
  (t: Pick<typeof texts.en, 'labelNeeded' | 'labelTaken'>, taken: string[]) =>
  (label: string): string | null => {
    const trimmed = label.trim();
    if (trimmed === '') return t.labelNeeded;
    return taken.includes(trimmed) ? t.labelTaken(trimmed) : null;
  };
