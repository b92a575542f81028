import type { Database } from '../../src/platform/database/database.ts';
import { dumpDatabase } from '../../src/platform/database/schema/dump.ts';

/** A whole dump, line by line. */
export async function dumpOf(db: Database): Promise<string[]> {
  const lines: string[] = [];
  await dumpDatabase(db, async (line) => void lines.push(line));
  return lines;
}

/** The lines one by one, as `restoreDatabase` reads them. */
export async function* each(lines: string[]) {
  yield* lines;
}
