import { openDatabase } from '../platform/database/open.ts';
import { migrateSchema } from '../schema/own-schema.ts';
import type { Command } from './command.ts';
import { print, withDatabase } from './with-database.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the database up to date, as the server does at each start',
  options: {},
  async run() {
    const applied = await withDatabase(migrateSchema, { open: openDatabase, prepare: async () => {} });
    print(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.');
  },
};
