/** Calendar steps, shortest first. */
export const STEPS = ['hour', 'day', 'month'] as const;
export type Step = (typeof STEPS)[number];
