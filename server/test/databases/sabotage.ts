import sql, { raw } from 'sql-template-tag';
import type { Database } from '../../src/platform/database/database.ts';
import { aroundAllStatements } from './around-statements.ts';

/** Rewrites the text of statements: `[the guard, the text without it]`. */
export type Sabotage = readonly (readonly [guard: string, without: string])[];

/**
 * A view of the database whose statements lack a guard. Controls of race tests use it: if a race does not go wrong
 * without its guard, a pass with the guard proves nothing. Guards that were found are added to `met`.
 */
export const sabotaged = (db: Database, sabotage: Sabotage, met: Set<string>): Database =>
  aroundAllStatements(db, (session, { text, values }) =>
    session.query({ text: withoutGuards(text, sabotage, (guard) => met.add(guard)), values }),
  );

/** Ignores white space, because statements may be formatted differently. */
export function withoutGuards(text: string, sabotage: Sabotage, onMet: (guard: string) => void): string {
  return sabotage.reduce((changed, [guard, without]) => {
    const next = changed.replace(patternOf(guard), () => without);
    if (next !== changed) onMet(guard);
    return next;
  }, text);
}

const patternOf = (guard: string) =>
  new RegExp(
    guard
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+'),
  );

/** A view of the database whose statements fail if they contain the current text of `broken`. */
export const breakable = (db: Database, broken: () => string | undefined): Database =>
  aroundAllStatements(db, async (session, statement) => {
    const text = broken();
    if (text !== undefined && statement.text.includes(text)) throw new Error('the database is broken');
    return session.query(statement);
  });

/** Drops constraints of this test's own database. */
export async function dropConstraints(db: Database, ...names: string[]) {
  for (const name of names) {
    const [found] = await db.query<{ table: string }>(sql`
      select conrelid::regclass::text as table from pg_constraint where conname = ${name}`);
    if (!found) throw new Error(`no constraint ${name}`);
    await db.query(sql`alter table ${raw(found.table)} drop constraint ${raw(name)}`);
  }
}

export const OVERSELL_CHECKS = ['events_never_oversold', 'ticket_tiers_never_oversold', 'ticket_tiers_waiting_list'];

/** The check reads an event without holds and sales, as if it ran long before the write. */
export const BLIND_TO_COUNTERS: Sabotage = [
  [
    'sold_out_by_service, capacity, sold, held, start_datetime',
    'sold_out_by_service, capacity, 0 as sold, 0 as held, start_datetime',
  ],
  [
    'price_centavos, quantity_total, sold, held, blocked',
    'price_centavos, quantity_total, 0 as sold, 0 as held, blocked',
  ],
];

/** Text of the statement that reads the event's row and locks it. */
export const READ_OF_EVENT = 'attendee_details from events';

/** The event's row is read without its lock. */
export const NO_EVENT_LOCK: Sabotage = [
  [
    `${READ_OF_EVENT} where organization_id = $1 and id = $2 for update`,
    `${READ_OF_EVENT} where organization_id = $1 and id = $2`,
  ],
];
