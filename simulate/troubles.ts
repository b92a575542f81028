import type { Dice } from './dice.ts';

/** The faults of a run, and their rates. */
export interface Troubles {
  /** Servers on the same database. */
  instances: number;
  /** Number of statements between two crashes of a server; null: it never crashes. */
  statementsPerCrash: number | null;
  /** Chance that the connection to the database is lost at a statement, before it was run or after. */
  lostStatement: number;
  /** Chance that a call of the provider fails, half of them after it had its effect. */
  lostProviderCall: number;
  /** Minutes between two outages of the provider; null: never. */
  minutesPerOutage: number | null;
  /** Chance that a call of the provider takes up to a minute, so that others overtake it. */
  slowProviderCall: number;
  /** Chance that a statement takes up to half a second. */
  slowStatement: number;
  /** Chance that a buyer or a program does not get an answer. */
  lostAnswer: number;
  /** Chance that the tasks of every second run an hour late. */
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

/** Some of the faults, not all in every run, because one fault can hide another. One run in eight has none. */
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

/** From here on there are no faults. */
export function endTroubles(troubles: Troubles) {
  Object.assign(troubles, { ...NO_TROUBLES, instances: troubles.instances });
}

/** A failure made by the simulation. Any other error is a bug of the code. */
export class Trouble extends Error {}

/** Also true for errors that the code made from one. */
export const isTrouble = (error: unknown): boolean =>
  error instanceof Trouble || (error instanceof Error && error.cause instanceof Trouble);

/** The faults that occurred in a run. */
export interface Tally {
  crashes: number;
  lostStatements: number;
  lostProviderCalls: number;
  lostAnswers: number;
}

export const newTally = (): Tally => ({ crashes: 0, lostStatements: 0, lostProviderCalls: 0, lostAnswers: 0 });
