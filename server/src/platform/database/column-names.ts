/*
 * SQL names are snake_case, TypeScript names camelCase. Both drivers translate the column names of a result, so that a
 * row is the object that the code works with.
 */

const names = new Map<string, string>();

/** `event_id` → `eventId`. Keys inside a JSON value stay as the SQL wrote them. */
export function camelCase(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    names.set(column, name);
  }
  return name;
}
