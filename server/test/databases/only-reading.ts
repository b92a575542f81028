import type { Queryable } from '../../src/platform/database/database.ts';
import { levelsOf } from './parsed-statement.ts';

/** Statements that this process has looked at. */
const harmless = new Set<string>();

/** The handle for lists: a standby would refuse statements that change or lock rows, so every test refuses them. */
export const onlyReading = (db: Queryable): Queryable => ({
  store: db.store,
  query(statement) {
    if (!harmless.has(statement.text)) requireReading(statement.text);
    return db.query(statement);
  },
  runScript: () => Promise.reject(new Error('a script on the handle for reads')),
});

function requireReading(text: string) {
  const levels = levelsOf(text);
  if (levels.length === 0 || levels.some(({ kind, fields }) => kind !== 'SelectStmt' || fields.lockingClause))
    throw new Error(`a replica cannot run this statement, use db:\n${text}`);
  harmless.add(text);
}
