import { openDatabase } from '../platform/database/open.ts';
import { restoreDatabase } from '../platform/database/schema/dump.ts';
import type { Command } from './command.ts';
import { readLines } from './lines.ts';
import { print, withDatabase } from './with-database.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Fill an empty database from standard input with a dump: npx takilya restore < backup.jsonl',
  options: {},
  async run() {
    const lines = readLines(process.stdin.setEncoding('utf8'));
    const rows = await withDatabase((db) => restoreDatabase(db, lines), { open: openDatabase });
    print(
      `${rows} rows were restored. npx takilya verify checks them.`,
      'The server needs the key that their secrets were sealed with: SECRETS_KEY, or DATA_DIR/secrets.key.',
    );
  },
};
