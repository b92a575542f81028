import { readFile } from 'node:fs/promises';

/** A sentence that must be true of the tables, and the statement that finds the rows that break it. */
export interface Invariant {
  sentence: string;
  /** Without its semicolon. `$1`, where it stands, is the time of the check. */
  text: string;
}

const file = new URL('./invariants.sql', import.meta.url);
const comment = /^-- (\S.*)$/;

/** Every sentence of `invariants.sql`, in its order. */
export async function readInvariants(): Promise<Invariant[]> {
  return parseInvariants(await readFile(file, 'utf8'));
}

/**
 * Reads paragraphs: a sentence as comment lines, then one statement that ends the paragraph with the only semicolon.
 * Paragraphs of nothing but comments explain the file and come before the first statement.
 * @throws Error naming the paragraph that is anything else: a sentence that is skipped would seem to be true
 */
export function parseInvariants(text: string): Invariant[] {
  const invariants: Invariant[] = [];
  for (const paragraph of text.trim().split(/\n{2,}/)) {
    const lines = paragraph.split('\n');
    const firstOfStatement = lines.findIndex((line) => !comment.test(line));
    if (firstOfStatement < 0 && invariants.length === 0) continue;
    const sentence = lines
      .slice(0, firstOfStatement)
      .map((line) => comment.exec(line)?.[1])
      .join(' ');
    const statement = lines.slice(firstOfStatement).join('\n');
    const known = invariants.some((other) => other.sentence === sentence);
    if (firstOfStatement < 1 || known || statement.includes('--') || statement.indexOf(';') !== statement.length - 1)
      throw new Error(`not a sentence of its own and one statement that ends with the only semicolon:\n${paragraph}`);
    invariants.push({ sentence, text: statement.slice(0, -1) });
  }
  return invariants;
}
