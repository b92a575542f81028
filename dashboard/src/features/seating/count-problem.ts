import type { texts } from './texts.ts';

/** The fields keep within their limits when they are left, and Enter sends a form without leaving its field. */
export const countProblem = (t: Pick<typeof texts.en, 'fromOneTo'>, count: number | string, most: number) =>
  Number(count) >= 1 && Number(count) <= most ? null : t.fromOneTo(most);
