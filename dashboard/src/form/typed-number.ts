/** The number that a field has; 0 while it is empty, or has only a point yet. */
export const typedNumber = (typed: number | string): number => Number(typed) || 0;
