import type { texts } from './texts.ts';

/** Checks the label of a section or a row: it is required, and unique among its siblings. */
export const labelProblem =
  (t: Pick<typeof texts.en, 'labelNeeded' | 'labelTaken'>, taken: string[]) =>
  (label: string): string | null => {
    const trimmed = label.trim();
    if (trimmed === '') return t.labelNeeded;
    return taken.includes(trimmed) ? t.labelTaken(trimmed) : null;
  };
