import { Client } from 'pg';
import { NO_EVENT_LOCK, withoutGuards } from '../databases/sabotage.ts';

/*
 * Loaded before a server (`NODE_OPTIONS=--import=…`), for the control of a race between real processes: its statements
 * reach PostgreSQL without the event's lock, and it says so.
 */
const query = Client.prototype.query as (this: Client, statement: unknown, ...rest: unknown[]) => unknown;

Object.assign(Client.prototype, {
  query(this: Client, statement: unknown, ...rest: unknown[]) {
    if (typeof statement !== 'object' || statement === null || !('text' in statement))
      return query.call(this, statement, ...rest);
    const text = withoutGuards(String(statement.text), NO_EVENT_LOCK, () => process.stdout.write('no event lock\n'));
    return query.call(this, { ...statement, text }, ...rest);
  },
});
