import { createInterface } from 'node:readline';
import { restoreDatabase } from '../database/dump.ts';
import type { Command } from './command.ts';
import { print, withDatabase } from './with-database.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Fill an empty database from standard input with what dump wrote: npx takilya restore < backup.jsonl',
  options: {},
  async run() {
    // Made when somebody reads it: lines that come before are lost.
    const lines = () => createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
    const rows = await withDatabase((db) => restoreDatabase(db, lines()));
    print(`${rows} rows were restored. npx takilya verify checks them.`);
  },
};
