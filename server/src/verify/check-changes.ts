import type { Database, Tx } from '../platform/database/database.ts';
import { firstIdAt } from '../values/uuid.ts';
import { askInvariant, type Finding, OF_PARTS, type Part } from './ask-invariant.ts';
import type { Progress } from './progress.ts';
import { type DuePart, listFrom, listNew } from './queries.ts';
import { type Invariant, readInvariants, UNITS, type Unit } from './read-invariants.ts';

/** By weight: of a sale 1, of an event 1 and another for a hundred places that are sold or held. */
interface Limits {
  /** What one statement is about, so that it is short. */
  together: number;
  /** What is new, in one check. */
  new: number;
  /** The rest in turn, in one check. */
  inTurn: number;
}

/**
 * What a check costs at the most, whatever the history: 24,000 sales are ten seconds of work for the database, all
 * others
 * together about as much.
 */
const LIMITS: Record<Unit, Limits> = {
  sales: { together: 500, new: 20_000, inTurn: 4_000 },
  events: { together: 200, new: 5_000, inTurn: 1_000 },
  notifications: { together: 500, new: 20_000, inTurn: 10_000 },
  deliveries: { together: 500, new: 20_000, inTurn: 10_000 },
  'audit-log': { together: 500, new: 20_000, inTurn: 10_000 },
  organizations: { together: 100, new: 500, inTurn: 500 },
  subscriptions: { together: 500, new: 20_000, inTurn: 10_000 },
};

/** Rows that tell of something new, read at once: a sale is told of by four or more. */
const MOST_ROWS = 80_000;

/** What is younger is checked every time: its holds have ended meanwhile, its payments have arrived. */
const LOOK_BACK_MS = 3_600_000;

/**
 * The sums of an event are about all of its sales, however few are new. Those of a larger event are not made in every
 * check
 * that finds something new there but in every second, third, …, so that it costs no more than one of this weight.
 */
const LARGE_EVENT = 500;

export interface CheckControl {
  now: Date;
  /** Which of the checks this is: they are counted. */
  number: number;
  /** Runs between two statements. @throws to end the check there */
  rest(tookMs: number): Promise<void>;
  save(progress: Progress): Promise<void>;
}

/**
 * Asks every sentence of what is new since the last check, of some of the rest in turn, and again of what was not true.
 * Each
 * question is one short statement with a snapshot of its own.
 * @returns what is not true @throws what the database, `rest` or `save` throws: the next check goes on from what was
 * saved
 */
export async function checkChanges(db: Database, from: Progress, control: CheckControl): Promise<Finding[]> {
  const { now, number } = control;
  const invariants = await readInvariants();
  const progress = { ...from, seen: { ...from.seen }, turn: { ...from.turn }, broken: { ...from.broken } };
  const found = new Map<string, Finding>();
  const lookBack = firstIdAt(new Date(now.getTime() - LOOK_BACK_MS));

  const look = <Seen>(at: (tx: Tx) => Promise<Seen>) =>
    db.transaction(async (tx) => {
      await tx.runScript(OF_PARTS);
      return at(tx);
    });

  async function ask(invariant: Invariant, parts: Part[]) {
    const began = performance.now();
    const finding = await look((tx) => askInvariant(tx, invariant, now, parts));
    if (finding.broken > 0) {
      found.set(invariant.sentence, finding);
      progress.broken[invariant.sentence] ??= parts.map(({ organizationId, id }) => ({ organizationId, id }));
    }
    await control.rest(performance.now() - began);
  }

  /** Slice by slice; `checked` remembers the last part of each. */
  async function askAll<Each extends DuePart>(unit: Unit, parts: Each[], checked: (last: Each | undefined) => void) {
    for (const slice of slices(parts, LIMITS[unit].together)) {
      for (const invariant of invariants.filter((one) => one.unit === unit)) await ask(invariant, slice);
      checked(slice.at(-1));
      await control.save(progress);
    }
  }

  async function checkNew(unit: Unit) {
    const news = await look((tx) => listNew(tx, unit, progress.seen[unit] ?? lookBack, MOST_ROWS));
    const parts = news.parts.filter((part) => isTurnOf(part, number));
    const checked = upTo(LIMITS[unit].new, parts);
    await askAll(unit, checked, (last) => {
      progress.seen[unit] = last?.seen;
    });
    if (checked.length === parts.length) progress.seen[unit] = news.isAll ? lookBack : news.last;
  }

  async function checkInTurn(unit: Unit) {
    const { inTurn } = LIMITS[unit];
    const parts = await look((tx) => listFrom(tx, unit, progress.turn[unit] ?? null, inTurn));
    const checked = upTo(inTurn, parts);
    await askAll(unit, checked, (last) => {
      progress.turn[unit] = last ?? null;
    });
    if (parts.length < inTurn && checked.length === parts.length) progress.turn[unit] = null;
  }

  await control.rest(0);
  for (const [sentence, parts] of Object.entries(progress.broken)) {
    delete progress.broken[sentence];
    const invariant = invariants.find((one) => one.sentence === sentence);
    if (invariant) await ask(invariant, parts);
  }
  for (const unit of UNITS.slice(progress.unit ? UNITS.indexOf(progress.unit) : 0)) {
    progress.unit = unit;
    await control.save(progress);
    await checkNew(unit);
    await checkInTurn(unit);
  }
  progress.unit = undefined;
  await control.save(progress);
  return [...found.values()];
}

const isTurnOf = ({ id, weight }: DuePart, number: number) =>
  (number + Number.parseInt(id.slice(-4), 16)) % Math.ceil(weight / LARGE_EVENT) === 0;

/** The first of them, at least one, until they weigh enough. */
function upTo<Each extends DuePart>(weight: number, parts: Each[]): Each[] {
  let sum = 0;
  const end = parts.findIndex((part) => {
    sum += part.weight;
    return sum >= weight;
  });
  return end < 0 ? parts : parts.slice(0, end + 1);
}

function* slices<Each extends DuePart>(parts: Each[], weight: number): Generator<Each[]> {
  for (let rest = parts; rest.length > 0; ) {
    const slice = upTo(weight, rest);
    yield slice;
    rest = rest.slice(slice.length);
  }
}
