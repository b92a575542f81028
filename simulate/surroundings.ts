import type { Dice } from './dice.ts';
import type { History } from './history.ts';
import type { ProviderLedger } from './provider-ledger.ts';
import type { Requests } from './requests.ts';
import type { Timeline } from './timeline.ts';
import type { Tally, Troubles } from './troubles.ts';

/** The environment of simulated servers. */
export interface Surroundings {
  dice: Dice;
  timeline: Timeline;
  history: History;
  troubles: Troubles;
  tally: Tally;
  provider: ProviderLedger;
  requests: Requests;
}
