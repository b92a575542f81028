import type { Value } from './sample-requests.ts';

/** How a language writes values. */
export interface Language {
  indent: string;
  text: (value: string) => string;
  /** A name with what stands between it and its value. */
  name: (name: string) => string;
  truth: (value: boolean) => string;
  /** What stands inside the braces of an object in one line. */
  padding: string;
  /** After the last of several lines. */
  lastComma: string;
}

/** Fits a phone that is turned, and the column of the page. */
export const WIDTH = 80;

export const JSON_TEXT: Language = {
  indent: '  ',
  text: (value) => JSON.stringify(value),
  name: (name) => `${JSON.stringify(name)}: `,
  truth: String,
  padding: '',
  lastComma: '',
};

export const TYPESCRIPT: Language = {
  indent: '  ',
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  name: (name) => `${name}: `,
  truth: String,
  padding: ' ',
  lastComma: ',',
};

export const PYTHON: Language = {
  indent: '    ',
  text: (value) => JSON.stringify(value),
  name: (name) => `${JSON.stringify(name)}: `,
  truth: (value) => (value ? 'True' : 'False'),
  padding: '',
  lastComma: ',',
};

/** A value in one line if it ends within the width when it begins at `column`, otherwise in several. */
export function literal(value: Value, language: Language, margin = '', column = 0): string {
  const line = inOneLine(value, language);
  if (typeof value !== 'object' || column + line.length <= WIDTH) return line;
  const inner = margin + language.indent;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Object.entries(value).map(([name, part]) => {
    const start = inner + (Array.isArray(value) ? '' : language.name(name));
    return start + literal(part, language, inner, start.length + 1);
  });
  return `${open}\n${parts.join(',\n')}${language.lastComma}\n${margin}${close}`;
}

export function inOneLine(value: Value, language: Language): string {
  if (typeof value === 'string') return language.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return language.truth(value);
  if (Array.isArray(value)) return `[${value.map((part) => inOneLine(part, language)).join(', ')}]`;
  const parts = Object.entries(value).map(([name, part]) => language.name(name) + inOneLine(part, language));
  return `{${language.padding}${parts.join(', ')}${language.padding}}`;
}
