const DATE = /^\d{4}-\d\d-\d\d$/;

/** A date in the address of a page, such as 2027-03-01. Anything else is dropped. */
export const dateSearch = (value: unknown): string | undefined =>
  typeof value === 'string' && DATE.test(value) ? value : undefined;
