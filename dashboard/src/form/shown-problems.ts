/** The errors whose reason is on the page now. */
const shown = new Set<Error>();

/** @returns what to call when the reason is no longer on the page */
export function markAsShown(error: Error) {
  shown.add(error);
  return () => void shown.delete(error);
}

export const isShown = (error: Error): boolean => shown.has(error);
