import { openDatabase } from '../platform/database/open.ts';
import { restoreDatabase } from '../platform/database/schema/dump.ts';
import type { Command } from './command.ts';
import { linesOf } from './lines.ts';
import { print, withDatabase } from './with-database.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Fill an empty database from standard input with what dump wrote: npx takilya restore < backup.jsonl',
  options: {},
  async run() {
    const lines = linesOf(process.stdin.setEncoding('utf8'));
    const rows = await withDatabase((db) => restoreDatabase(db, lines), { open: openDatabase });
    print(`${rows} rows were restored. npx takilya verify checks them.`);
  },
};
