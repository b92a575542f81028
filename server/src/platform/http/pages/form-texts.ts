/**
 * Longer than any field may be. The rest is cut off: a page or a redirect repeats some of it, and clients bound its
 * length.
 */
const MAX_VALUE_LENGTH = 1_000;

/** The fields of a form that a page sent; of a body without fields none. */
export const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

/** @returns what the form has in a field, without the spaces around it */
export function textsOf(body: unknown): (field: string) => string {
  const fields = fieldsOf(body);
  return (field) => {
    const value = fields[field];
    return typeof value === 'string' ? value.trim().slice(0, MAX_VALUE_LENGTH) : '';
  };
}
