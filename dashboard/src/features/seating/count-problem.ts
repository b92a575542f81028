import type { texts } from './texts.ts';

/** Number fields apply their limits when they lose the focus, and Enter submits a form before that. */
export const countProblem = (t: Pick<typeof texts.en, 'fromOneTo'>, count: number | string, most: number) =>
  Number(count) >= 1 && Number(count) <= most ? null : t.fromOneTo(most);
