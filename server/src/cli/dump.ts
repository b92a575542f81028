import { once } from 'node:events';
import { dumpDatabase } from '../platform/database/schema/dump.ts';
import { requireSchema } from '../schema/own-schema.ts';
import type { Command } from './command.ts';
import { advise, withDatabase } from './with-database.ts';

export const dumpCommand: Command = {
  name: 'dump',
  summary: 'Write everything in the database to standard output, for restore: npx takilya dump > backup.jsonl',
  options: {},
  async run() {
    const rows = await withDatabase((db) => dumpDatabase(db, writeLine), { prepare: requireSchema });
    advise(
      `${rows} rows were written. They contain buyers' data, and hashes of passwords and keys: protect them like the database.`,
      'Secrets of payment accounts in them can be read only with the same SECRETS_KEY.',
    );
  },
};

async function writeLine(line: string) {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}
