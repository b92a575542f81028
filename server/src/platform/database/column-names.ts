/*
 * SQL names are snake_case, TypeScript's camelCase. Both drivers translate the names of the columns that a statement
 * returns, so that a row is the object that the code works with.
 */

const names = new Map<string, string>();

/** `event_id` → `eventId`. What comes out of JSON keeps the names that the SQL gave it. */
export function camelCase(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    names.set(column, name);
  }
  return name;
}
