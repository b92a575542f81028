/** Sort orders are small numbers that an organizer types; the columns have 32 bits. */
export const MAX_SORT_ORDER = 1_000_000;

/**
 * For what is added after `last`. At the largest number, which both have then, the older of the two stays the first.
 */
export const sortOrderAfter = (last: { sortOrder: number } | undefined): number =>
  Math.min((last?.sortOrder ?? -1) + 1, MAX_SORT_ORDER);
