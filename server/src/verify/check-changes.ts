import type { Database, Tx } from '../platform/database/database.ts';
import { firstIdAt } from '../values/uuid.ts';
import { checkInvariant, type Finding, SUBJECT_SETTINGS, type Subject } from './check-invariant.ts';
import type { Progress } from './progress.ts';
import { type DueSubject, listChanged, listNext } from './queries.ts';
import { type Invariant, UNITS, type Unit } from './read-invariants.ts';
import { sliceFor } from './slices.ts';

/** Limits by weight. A sale weighs 1. An event weighs 1, and 1 more for each hundred rows that are read for it. */
interface Limits {
  /** Per statement, to keep it short. */
  perStatement: number;
  /** New and changed subjects, per check. */
  changed: number;
  /** Other subjects in rotation, per check. */
  inRotation: number;
}

/**
 * The maximum cost of a check, independent of the history: 24,000 sales take the database ten seconds, and all other
 * units together about as long.
 */
const LIMITS: Record<Unit, Limits> = {
  sales: { perStatement: 500, changed: 20_000, inRotation: 4_000 },
  events: { perStatement: 200, changed: 5_000, inRotation: 1_000 },
  notifications: { perStatement: 500, changed: 20_000, inRotation: 10_000 },
  deliveries: { perStatement: 500, changed: 20_000, inRotation: 10_000 },
  'audit-log': { perStatement: 500, changed: 20_000, inRotation: 10_000 },
  organizations: { perStatement: 100, changed: 500, inRotation: 500 },
  subscriptions: { perStatement: 500, changed: 20_000, inRotation: 10_000 },
};

/** About as many new rows are looked at in a check to find changes; a sale causes four or more. */
const MAX_ROWS = 80_000;

/** Younger subjects are checked every time, because their holds end and their payments arrive. */
const LOOK_BACK_MS = 3_600_000;

/**
 * The sums of an event cover all its sales, however few are new. A larger event with changes is therefore checked only
 * in every second, third, … check, so that its average cost does not exceed that of an event of this weight.
 */
const LARGE_EVENT = 500;

export interface CheckControl {
  now: Date;
  /** Sequence number of this check. */
  number: number;
  /** Pauses between two statements. @throws to end the check there */
  pauseAfter(tookMs: number): Promise<void>;
  save(progress: Progress): Promise<void>;
}

/**
 * Checks the invariants for subjects that changed since the last check and for some others in rotation, and repeats
 * invariants that were violated. Each statement is short and has its own snapshot.
 * @returns the violated invariants @throws errors of the database, `pauseAfter` or `save`: the next check continues
 * from the saved progress
 */
export async function checkChanges(
  db: Database,
  invariants: Invariant[],
  from: Progress,
  control: CheckControl,
): Promise<Finding[]> {
  const { now, number } = control;
  const progress = { ...from, seen: { ...from.seen }, turn: { ...from.turn }, broken: { ...from.broken } };
  const found = new Map<string, Finding>();
  const lookBack = firstIdAt(new Date(now.getTime() - LOOK_BACK_MS));

  const readOnly = <Seen>(at: (tx: Tx) => Promise<Seen>) =>
    db.transaction(async (tx) => {
      await tx.runScript(SUBJECT_SETTINGS);
      return at(tx);
    });

  async function check(invariant: Invariant, subjects: Subject[]) {
    const began = performance.now();
    const finding = await readOnly((tx) => checkInvariant(tx, invariant, now, sliceFor(invariant.unit, subjects)));
    if (finding.broken > 0) {
      found.set(invariant.description, finding);
      progress.broken[invariant.description] ??= subjects.map(({ organizationId, id }) => ({ organizationId, id }));
    }
    await control.pauseAfter(performance.now() - began);
  }

  /** Checks slice by slice; `checked` saves the last subject of each. */
  async function checkAll<Each extends DueSubject>(
    unit: Unit,
    subjects: Each[],
    checked: (last: Each | undefined) => void,
  ) {
    for (const slice of slices(subjects, LIMITS[unit].perStatement)) {
      for (const invariant of invariants.filter((one) => one.unit === unit)) await check(invariant, slice);
      checked(slice.at(-1));
      await control.save(progress);
    }
  }

  async function checkChanged(unit: Unit) {
    const changes = await readOnly((tx) => listChanged(tx, unit, progress.seen[unit] ?? lookBack, MAX_ROWS));
    const subjects = changes.subjects.filter((subject) => isTurnOf(subject, number));
    const checked = upToWeight(LIMITS[unit].changed, subjects);
    await checkAll(unit, checked, (last) => {
      progress.seen[unit] = last?.seen;
    });
    if (checked.length === subjects.length) progress.seen[unit] = changes.last ?? lookBack;
  }

  async function checkInRotation(unit: Unit) {
    const { inRotation } = LIMITS[unit];
    const subjects = await readOnly((tx) => listNext(tx, unit, progress.turn[unit] ?? null, inRotation));
    const checked = upToWeight(inRotation, subjects);
    await checkAll(unit, checked, (last) => {
      progress.turn[unit] = last ?? null;
    });
    if (subjects.length < inRotation && checked.length === subjects.length) progress.turn[unit] = null;
  }

  await control.pauseAfter(0);
  for (const [description, subjects] of Object.entries(progress.broken)) {
    delete progress.broken[description];
    const invariant = invariants.find((one) => one.description === description);
    if (invariant) await check(invariant, subjects);
  }
  for (const unit of UNITS.slice(progress.unit ? UNITS.indexOf(progress.unit) : 0)) {
    progress.unit = unit;
    await control.save(progress);
    await checkChanged(unit);
    await checkInRotation(unit);
  }
  progress.unit = undefined;
  await control.save(progress);
  return [...found.values()];
}

const isTurnOf = ({ id, weight }: DueSubject, number: number) =>
  (number + Number.parseInt(id.slice(-4), 16)) % Math.ceil(weight / LARGE_EVENT) === 0;

/** The first subjects, at least one, up to this weight. */
function upToWeight<Each extends DueSubject>(weight: number, subjects: Each[]): Each[] {
  let sum = 0;
  const end = subjects.findIndex((subject) => {
    sum += subject.weight;
    return sum >= weight;
  });
  return end < 0 ? subjects : subjects.slice(0, end + 1);
}

function* slices<Each extends DueSubject>(subjects: Each[], weight: number): Generator<Each[]> {
  for (let rest = subjects; rest.length > 0; ) {
    const slice = upToWeight(weight, rest);
    yield slice;
    rest = rest.slice(slice.length);
  }
}
