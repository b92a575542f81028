/** What follows the first question mark of an address; empty without one. */
export const queryOf = (address: string): string =>
  address.includes('?') ? address.slice(address.indexOf('?') + 1) : '';

/**
 * As long as any URL of the API. A proxy refuses answers with longer headers than it has room for, and counts them as
 * failures.
 */
const MAX_REPEATED = 2_048;

/** The query, for a redirect that repeats it; empty when it is longer than any link of ours has. */
export const repeated = (query: string): string => (query.length > MAX_REPEATED ? '' : query);

export const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);
