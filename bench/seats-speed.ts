import { chooseSeats } from '../server/src/seating/choose-seats.ts';
import { Random } from './seats-random.ts';

const REPEATS = 40;
const WARM_UP = 20;
const PARTIES = [1, 2, 6, 100, 1_000];
const LIMITS_MS = { 1000: 1, 20000: 5 };
const SEATS_PER_ROW = 25;

/** Patterns of free seats; the last three never leave a run for a party of 100 or 1,000. */
const STATES: Record<string, (place: number, random: Random) => boolean> = {
  empty: () => true,
  'half sold, anywhere': (_, random) => random.next() < 0.5,
  '98 % sold': (_, random) => random.next() < 0.02,
  'every other seat': (place) => place % 2 === 0,
  pairs: (place) => place % 3 !== 2,
};

/**
 * Prints the slowest party of each state in CPU time, which other processes disturb little, and in wall-clock time.
 * @returns whether every mean CPU time is within its limit
 */
export function printSpeed(): boolean {
  let within = true;
  console.log(
    '\n| one section of | state | slowest party | processor ms, mean | clock ms, median |\n|---|---|---|---|---|',
  );
  for (const [seats, limit] of Object.entries(LIMITS_MS)) {
    for (const [state, isFree] of Object.entries(STATES)) {
      for (const seatsPerRow of [SEATS_PER_ROW, Number(seats)]) {
        const rows = section(Number(seats), seatsPerRow, isFree);
        const times = PARTIES.map((party) => ({ party, ...time(rows, party) }));
        const { party, cpu, median } = times.reduce((a, b) => (b.cpu > a.cpu ? b : a));
        within &&= cpu < limit;
        const shape = seatsPerRow === SEATS_PER_ROW ? `rows of ${SEATS_PER_ROW}` : 'one row';
        console.log(`| ${seats} seats, ${shape} | ${state} | ${party} | ${cpu.toFixed(3)} | ${median.toFixed(3)} |`);
      }
    }
  }
  console.log(within ? 'All are within 1 ms (1,000 seats) and 5 ms (20,000 seats).' : 'TOO SLOW');
  return within;
}

function section(seats: number, seatsPerRow: number, isFree: (place: number, random: Random) => boolean): string[] {
  const random = new Random(seats);
  return Array.from({ length: seats / seatsPerRow }, () =>
    Array.from({ length: seatsPerRow }, (_, place) => (isFree(place, random) ? '.' : 'x')).join(''),
  );
}

function time(rows: readonly string[], party: number): { cpu: number; median: number } {
  for (let i = 0; i < WARM_UP; i++) chooseSeats(rows, party);
  const before = process.threadCpuUsage();
  const times = Array.from({ length: REPEATS }, () => {
    const start = performance.now();
    chooseSeats(rows, party);
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const { user, system } = process.threadCpuUsage(before);
  return { cpu: (user + system) / 1_000 / REPEATS, median: times[REPEATS / 2] ?? Number.NaN };
}
