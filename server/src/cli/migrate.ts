import { readConfig } from '../config/config.ts';
import { openDatabase } from '../platform/database/open.ts';
import { migrateSchema } from '../schema/own-schema.ts';
import type { Command } from './command.ts';
import { print } from './with-database.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the database up to date, as the server does at each start',
  options: {},
  async run() {
    const db = await openDatabase(readConfig());
    try {
      const applied = await migrateSchema(db);
      print(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.');
    } finally {
      await db.close();
    }
  },
};
