import type { Database } from '../server/src/platform/database/database.ts';
import type { Dice } from './dice.ts';
import type { Fleet } from './fleet.ts';
import type { History } from './history.ts';
import type { Program } from './program.ts';
import type { ProviderBooks } from './provider-books.ts';
import type { Requests } from './requests.ts';
import type { Timeline } from './timeline.ts';
import type { Told } from './told.ts';
import type { Tally, Troubles } from './troubles.ts';

/** What servers live in. */
export interface Surroundings {
  dice: Dice;
  timeline: Timeline;
  history: History;
  troubles: Troubles;
  tally: Tally;
  provider: ProviderBooks;
  requests: Requests;
}

/** Everything of one run. */
export interface World extends Surroundings {
  /** As it is, without delay or loss: for those who look from outside. */
  db: Database;
  fleet: Fleet;
  told: Told;
  program: Program;
}
