import type { Database } from '../server/src/platform/database/database.ts';
import type { Confirmed } from './confirmed.ts';
import type { Fleet } from './fleet.ts';
import type { Program } from './program.ts';
import type { Surroundings } from './surroundings.ts';

/** Everything of one run. */
export interface World extends Surroundings {
  /** The real database, without delay or loss, for checks from outside. */
  db: Database;
  fleet: Fleet;
  confirmed: Confirmed;
  program: Program;
  /** Whether paid orders are changed at the window, guests leave and come again, and the organizer writes to them. */
  afterSales: boolean;
}
