/** What follows the first question mark of an address; empty without one. */
export const queryOf = (address: string): string =>
  address.includes('?') ? address.slice(address.indexOf('?') + 1) : '';

export const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);
