/** What turns a changed value into words. */
export interface Words {
  fields: Record<string, string>;
  /** The words of each value, by field; only fields that are choices have them. */
  values: Record<string, Record<string, string>>;
  yes: string;
  no: string;
  none: string;
  dateTime: (instant: string) => string;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Enough to recognize a text by. */
const MAX_LENGTH = 120;

/** A field that has no words of its own is named as in the API, with spaces. */
const fieldWords = (name: string, { fields }: Words): string => fields[name] ?? capitalized(name.replaceAll('_', ' '));

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function valueWords(name: string, value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  // Ids say nothing to people; their number does.
  if (Array.isArray(value) && value.length > 0 && value.every((one) => UUID.test(String(one))))
    return String(value.length);
  if (Array.isArray(value))
    return value.length === 0 ? words.none : value.map((one) => valueWords(name, one, words)).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([part, one]) => `${fieldWords(part, words)}: ${valueWords(part, one, words)}`)
      .join('; ');
  const text = String(value);
  if (INSTANT.test(text)) return words.dateTime(text);
  const known = words.values[name]?.[text] ?? text;
  return known.length > MAX_LENGTH ? `${known.slice(0, MAX_LENGTH)}…` : known;
}

interface Fields {
  before: unknown;
  after: unknown;
}

/** A line for each field: “Capacity: 50 → 60”; what was created or deleted has one value. */
export function changeLines({ before, after }: Fields, words: Words): string[] {
  const [was, is] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((name) => {
    const values = [...(name in was ? [was[name]] : []), ...(name in is ? [is[name]] : [])];
    return `${fieldWords(name, words)}: ${values.map((value) => valueWords(name, value, words)).join(' → ')}`;
  });
}
