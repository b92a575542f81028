import { readFile } from 'node:fs/promises';

/**
 * The kinds of subjects; an invariant can be checked for some subjects of its kind. These are also the names of the
 * files.
 */
export const UNITS = [
  'sales',
  'events',
  'notifications',
  'deliveries',
  'audit-log',
  'organizations',
  'subscriptions',
] as const;
export type Unit = (typeof UNITS)[number];

/** An invariant: a rule that the data must satisfy, in words, and a query for the rows that violate it. */
export interface Invariant {
  unit: Unit;
  description: string;
  /** Without the semicolon. `$1`, if used, is the time of the check. */
  text: string;
}

const comment = /^-- (\S.*)$/;

/** All invariants in `invariants/`, in file order. */
export async function readInvariants(): Promise<Invariant[]> {
  const invariants: Invariant[] = [];
  for (const unit of UNITS) {
    const text = await readFile(new URL(`./invariants/${unit}.sql`, import.meta.url), 'utf8');
    invariants.push(...parseInvariants(text, unit));
  }
  return invariants;
}

/**
 * Reads paragraphs: the description as comment lines, then one statement that ends the paragraph with the only
 * semicolon. Paragraphs with only comments explain the file and come before the first statement.
 * @throws Error quoting any other paragraph: skipping an invariant would look as if it held
 */
export function parseInvariants(text: string, unit: Unit): Invariant[] {
  const invariants: Invariant[] = [];
  for (const paragraph of text.trim().split(/\n{2,}/)) {
    const lines = paragraph.split('\n');
    const firstOfStatement = lines.findIndex((line) => !comment.test(line));
    if (firstOfStatement < 0 && invariants.length === 0) continue;
    const description = lines
      .slice(0, firstOfStatement)
      .map((line) => comment.exec(line)?.[1])
      .join(' ');
    const statement = lines.slice(firstOfStatement).join('\n');
    const known = invariants.some((other) => other.description === description);
    if (firstOfStatement < 1 || known || statement.includes('--') || statement.indexOf(';') !== statement.length - 1)
      throw new Error(
        `not a description of its own and one statement that ends with the only semicolon:\n${paragraph}`,
      );
    invariants.push({ unit, description, text: statement.slice(0, -1) });
  }
  return invariants;
}
