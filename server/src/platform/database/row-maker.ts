import { camelCase } from './column-names.ts';

/** Makes the object of a row from its values, in the order of the columns. */
type MakeRow = (values: unknown[]) => Record<string, unknown>;

const makers = new Map<string, MakeRow>();

/**
 * The object is written as code, which is compiled once for each list of columns. Setting the properties one by one
 * took 62 instead of 5 µs for 50 rows of 20 columns.
 */
export function rowMaker(columns: string[]): MakeRow {
  const key = columns.join('\0');
  let make = makers.get(key);
  if (make === undefined) {
    const properties = columns.map((column, index) => `${JSON.stringify(camelCase(column))}: values[${index}]`);
    make = new Function('values', `return { ${properties.join(', ')} };`) as MakeRow;
    makers.set(key, make);
  }
  return make;
}
