import type { Dice } from './dice.ts';

/** What goes wrong in a run, and how often. */
export interface Troubles {
  /** Servers on the same database. */
  instances: number;
  /** Statements between two crashes of a server; null: it never crashes. */
  statementsPerCrash: number | null;
  /** Chance that the connection to the database is lost at a statement, before it was run or after. */
  lostStatement: number;
  /** Chance that a call of the provider fails, half of them after it had its effect. */
  lostProviderCall: number;
  /** Minutes between two times when the provider answers nobody; null: never. */
  minutesPerOutage: number | null;
  /** Chance that a call of the provider takes up to a minute: so long can others come between. */
  slowProviderCall: number;
  /** Chance that a statement takes up to half a second. */
  slowStatement: number;
  /** Chance that a buyer or a program does not hear an answer. */
  lostAnswer: number;
  /** Chance that what runs every second comes an hour late. */
  stall: number;
}

export const NO_TROUBLES: Troubles = {
  instances: 1,
  statementsPerCrash: null,
  lostStatement: 0,
  lostProviderCall: 0,
  minutesPerOutage: null,
  slowProviderCall: 0.01,
  slowStatement: 0.01,
  lostAnswer: 0,
  stall: 0,
};

/** Some of the troubles, not all in every run: what one hides another run shows, and one run in eight has none. */
export function drawTroubles(dice: Dice): Troubles {
  if (dice.chance(1 / 8)) return { ...NO_TROUBLES };
  const often = () => dice.chance(0.6);
  return {
    instances: dice.chance(0.4) ? 2 : 1,
    statementsPerCrash: often() ? Math.round(dice.spread(400, 6_000)) : null,
    lostStatement: often() ? dice.spread(0.0001, 0.003) : 0,
    lostProviderCall: often() ? dice.spread(0.01, 0.2) : 0,
    minutesPerOutage: often() ? dice.spread(60, 1_000) : null,
    slowProviderCall: dice.spread(0.01, 0.5),
    slowStatement: dice.spread(0.005, 0.2),
    lostAnswer: often() ? dice.spread(0.005, 0.1) : 0,
    stall: often() ? dice.spread(0.002, 0.05) : 0,
  };
}

/** From here on nothing goes wrong. */
export function endTroubles(troubles: Troubles) {
  Object.assign(troubles, { ...NO_TROUBLES, instances: troubles.instances });
}

/** A failure that the simulation made; any other error of the code is its own. */
export class Trouble extends Error {}

/** Or what the code made of one. */
export const isTrouble = (error: unknown): boolean =>
  error instanceof Trouble || (error instanceof Error && error.cause instanceof Trouble);

/** What went wrong in a run. */
export interface Tally {
  crashes: number;
  lostStatements: number;
  lostProviderCalls: number;
  lostAnswers: number;
}

export const newTally = (): Tally => ({ crashes: 0, lostStatements: 0, lostProviderCalls: 0, lostAnswers: 0 });
