const DATE = /^\d{4}-\d\d-\d\d$/;
/** The server's years. */
const [FIRST, LAST] = ['1900-01-01', '9998-12-31'];

/** A date in the address of a page, such as 2027-03-01. Anything else is dropped. */
export const dateSearch = (value: unknown): string | undefined =>
  typeof value === 'string' && DATE.test(value) && value >= FIRST && value <= LAST ? value : undefined;
