/** Sort orders are small numbers that an organizer types; the columns have 32 bits. */
export const MAX_SORT_ORDER = 1_000_000;

/**
 * The sort order of an item that is added after `last`. If `last` has the largest number, both have it, and the older
 * item stays first.
 */
export const sortOrderAfter = (last: { sortOrder: number } | undefined): number =>
  Math.min((last?.sortOrder ?? -1) + 1, MAX_SORT_ORDER);
