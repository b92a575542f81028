import { once } from 'node:events';
import { openToRead } from '../platform/database/open.ts';
import { dumpDatabase } from '../platform/database/schema/dump.ts';
import { requireSchema } from '../schema/own-schema.ts';
import type { Command } from './command.ts';
import { advise, withDatabase } from './with-database.ts';

export const dumpCommand: Command = {
  name: 'dump',
  summary: 'Write everything in the database to standard output, for restore: npx takilya dump > backup.jsonl',
  options: {},
  async run() {
    const rows = await withDatabase((db) => dumpDatabase(db, writeLine), { open: openToRead, prepare: requireSchema });
    advise(
      `${rows} rows were written. They contain buyers' data, and hashes of passwords and keys: protect them like the database.`,
      'Signing secrets, ticket keys and payment accounts in them are sealed: keep SECRETS_KEY, or DATA_DIR/secrets.key, too.',
    );
  },
};

async function writeLine(line: string) {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}
