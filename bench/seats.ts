import { chooseSeats } from '../server/src/seating/choose-seats.ts';
import { exactFlush, flush } from './seats-alternatives.ts';
import { firstFit, randomRun } from './seats-baselines.ts';
import { type Chooser, Hall, SEATS, SECTIONS } from './seats-hall.ts';
import { Random } from './seats-random.ts';
import { printSpeed } from './seats-speed.ts';
import { LARGEST_PARTY, PER_CENT, Tally } from './seats-tally.ts';

/**
 * Sells halls of 20,000 seats to 1,000,000 random parties, by the product's algorithm (the ladder) and by two
 * baselines, with the same parties, sections and refunds. Seeded: everything except the times is the same in every run.
 * Exits with 1 when the ladder is worse than a baseline at any percentage sold, or too slow. Stops when a seat is sold
 * twice, a party is split although a run existed, or refused although there was room. Today it exits with 1: see
 * docs/seats.md.
 */
const PARTIES_PER_MIX = 500_000;
/** The alternatives are written for readability, not speed. */
const HALLS_OF_ALTERNATIVES = 10;
const REFUND_SHARE = 0.03;
/** The sale ends after this many consecutive parties that fit nowhere. */
const MAX_REFUSED_IN_A_ROW = 50;
const SHOWN_LEVELS = [50, 75, 90, 95, 98];

/** Relative frequency of parties of 1–6. */
const MIXES = {
  'mostly couples (10:45:15:20:5:5)': [10, 45, 15, 20, 5, 5],
  'even (1:1:1:1:1:1)': [1, 1, 1, 1, 1, 1],
};

let failed = false;
for (const [name, weights] of Object.entries(MIXES)) {
  const tallies = sellHalls(weights);
  console.log(
    `\nParties of 1–6, ${name}: ${tallies.ladder.firstSplit.length} halls, ${tallies.ladder.all.parties} parties`,
  );
  print(tallies);
  failed = report(tallies) || failed;
}
process.exitCode = printSpeed() && !failed ? 0 : 1;

type Tallies = Record<'ladder' | 'first fit' | 'random run', Tally> & Record<string, Tally>;

function sellHalls(weights: readonly number[]): Tallies {
  const tallies: Tallies = {
    ladder: new Tally(),
    'first fit': new Tally(),
    'random run': new Tally(),
    '(flush)': new Tally(),
    '(exact, flush)': new Tally(),
  };
  for (let seed = 1; tallies.ladder.all.parties < PARTIES_PER_MIX; seed++) {
    const random = new Random(-seed);
    const choosers: Record<string, Chooser> = {
      ladder: chooseSeats,
      'first fit': firstFit,
      'random run': (rows, partySize) => randomRun(rows, partySize, random),
    };
    if (seed <= HALLS_OF_ALTERNATIVES) Object.assign(choosers, { '(flush)': flush, '(exact, flush)': exactFlush });
    for (const [name, chooser] of Object.entries(choosers)) {
      const tally = tallies[name];
      if (tally) sellHall(new Hall(chooser), tally, weights, new Random(seed));
    }
  }
  return tallies;
}

/**
 * Sells one hall. The free seats per section do not depend on the algorithm, so the same `random` gives the same
 * parties, sections and refunds.
 */
function sellHall(hall: Hall, tally: Tally, weights: readonly number[], random: Random): void {
  const room = Array.from({ length: SECTIONS }, () => SEATS / SECTIONS);
  const parties: { section: number; size: number; pieces: ReturnType<Hall['sell']> }[] = [];
  let sold = 0;
  let level = 0;
  tally.firstSplit.push(1);
  for (let refused = 0; sold < SEATS && refused < MAX_REFUSED_IN_A_ROW; ) {
    const size = partySize(weights, random);
    const open = room.keys().filter((section) => (room[section] ?? 0) >= size);
    const sections = [...open];
    const section = sections[random.below(sections.length)];
    if (section === undefined) {
      refused++;
      continue;
    }
    const pieces = hall.sell(section, size);
    tally.sold(pieces ?? [], size, sold / SEATS);
    parties.push({ section, size, pieces });
    room[section] = (room[section] ?? 0) - size;
    sold += size;
    while (level + 1 < PER_CENT && sold >= ((level + 1) * SEATS) / PER_CENT) {
      level++;
      const reached = tally.levels[level];
      if (reached) reached.singles += hall.singles();
    }
    if (random.next() < REFUND_SHARE) {
      const [back] = parties.splice(random.below(parties.length), 1);
      if (!back) continue;
      hall.release(back.section, back.pieces ?? []);
      room[back.section] = (room[back.section] ?? 0) + back.size;
      sold -= back.size;
    }
  }
  tally.choosingMs += hall.choosingMs;
}

function partySize(weights: readonly number[], random: Random): number {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index + 1;
  }
  return LARGEST_PARTY;
}

function print(tallies: Tallies): void {
  const usPerChoice = ({ choosingMs, all }: Tally) => (1_000 * choosingMs) / all.parties;
  const table = Object.entries(tallies).map(([name, tally]) => {
    const { firstSplit, levels, bySize, all } = tally;
    const halls = firstSplit.length;
    const row: Record<string, string | number> = { chooser: name };
    row['first split, mean'] = percent(firstSplit.reduce((sum, share) => sum + share, 0) / halls);
    row.earliest = percent(Math.min(...firstSplit));
    for (const level of SHOWN_LEVELS) row[`singles at ${level} %`] = ((levels[level]?.singles ?? 0) / halls).toFixed(1);
    for (let size = 2; size <= LARGEST_PARTY; size++) {
      const { split, parties } = bySize[size] ?? { split: 0, parties: 1 };
      row[`split of ${size}`] = percent(split / parties);
    }
    row['pieces per split'] = (all.piecesOfSplit / all.split).toFixed(2);
    row['µs per choice'] = usPerChoice(tally).toFixed(1);
    row['× first fit'] = (usPerChoice(tally) / usPerChoice(tallies['first fit'])).toFixed(1);
    return row;
  });
  const columns = Object.keys(table[0] ?? {});
  for (const line of [columns, columns.map(() => '---'), ...table.map((row) => columns.map((column) => row[column]))]) {
    console.log(`| ${line.join(' | ')} |`);
  }
}

function percent(share: number): string {
  return `${(PER_CENT * share).toFixed(2)} %`;
}

/** @returns whether the ladder was worse than a baseline at any percentage sold */
function report(tallies: Tallies): boolean {
  let worse = false;
  for (const baseline of ['first fit', 'random run'] as const) {
    for (const measure of ['singles', 'split', 'pieces'] as const) {
      const levels = tallies.ladder.levels
        .entries()
        .filter(([level, ladder]) => ladder[measure] > (tallies[baseline].levels[level]?.[measure] ?? 0))
        .map(([level]) => level);
      const at = [...levels];
      const verdict = at.length === 0 ? 'never worse' : `WORSE at ${at.length} levels, ${at.at(0)}–${at.at(-1)} % sold`;
      console.log(`ladder against ${baseline}, ${measure}: ${verdict}`);
      worse ||= at.length > 0;
    }
  }
  return worse;
}
