import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Queryable } from '../src/database/database.ts';
import { type AssignedSeat, areTogether } from './hall.ts';

export const RACE_SEATS = 60;
export const RACE_PARTIES = 60;
const LARGEST_PARTY = 7;

/** A hall of 60 seats, and 60 parties who all ask in the same moment. */
export interface SeatRace {
  /** Seats are numbered by place, aisles counted: neighbours have neighbouring numbers. */
  sections: { label: string; rows: { label: string; seats: (number | null)[] }[] }[];
  /** `section` is an index. */
  parties: { section: number; size: number }[];
}

export interface RaceAnswer {
  status: number;
  /** Empty unless 201. */
  seats: AssignedSeat[];
}

const block = fc.record({
  seats: fc.integer({ min: 1, max: 9 }),
  before: fc.constantFrom('aisle', 'row', 'row', 'section'),
});

/** Rows of 1 to 60 seats with aisles anywhere, in one or more sections; parties of one, or of up to 7. */
export const seatRace: fc.Arbitrary<SeatRace> = fc
  .record({
    blocks: fc.array(block, { minLength: RACE_SEATS, maxLength: RACE_SEATS }),
    largest: fc.integer({ min: 1, max: LARGEST_PARTY }),
    draws: fc.array(fc.record({ section: fc.nat(RACE_SEATS), size: fc.nat(LARGEST_PARTY) }), {
      minLength: RACE_PARTIES,
      maxLength: RACE_PARTIES,
    }),
  })
  .map(({ blocks, largest, draws }) => {
    const sections = hallOf(blocks);
    const parties = draws.map(({ section, size }) => ({
      section: section % sections.length,
      size: 1 + (size % largest),
    }));
    return { sections, parties };
  });

function hallOf(blocks: { seats: number; before: string }[]): SeatRace['sections'] {
  const sections: SeatRace['sections'] = [];
  let left = RACE_SEATS;
  for (const { seats, before } of blocks) {
    if (left === 0) break;
    const count = Math.min(seats, left);
    const begins = sections.length === 0 ? 'section' : before;
    if (begins === 'section') sections.push({ label: `S${label(sections.length)}`, rows: [] });
    const rows = sections.at(-1)?.rows ?? [];
    if (begins !== 'aisle') rows.push({ label: label(rows.length), seats: [] });
    const row = rows.at(-1)?.seats ?? [];
    if (begins === 'aisle') row.push(null);
    for (let seat = 0; seat < count; seat++) row.push(row.length + 1);
    left -= count;
  }
  return sections;
}

const label = (index: number) => String(index + 1).padStart(2, '0');

/** The plan of the race's hall at one price. */
export const planOf = ({ sections }: SeatRace, tierId: string) =>
  sections.map((section) => ({ ...section, tier_ids: [tierId] }));

/** How many parties were seated, how many of these apart, and how many were turned away. */
export interface Outcome {
  seated: number;
  split: number;
  turnedAway: number;
}

/**
 * The three claims, from the answers and the claims as stored (see `numberClaims`): no seat twice; nobody turned away whom the free seats of
 * their section would have held; nobody split while a run of their size was free.
 */
export async function expectFairRace(
  db: Queryable,
  eventId: string,
  race: SeatRace,
  answers: RaceAnswer[],
): Promise<Outcome> {
  expect(seatsGivenTwice(answers)).toEqual([]);
  for (const [index, { status, seats }] of answers.entries()) {
    const { section, size } = race.parties[index] ?? { section: -1, size: -1 };
    expect([201, 409]).toContain(status);
    expect(seats.map((seat) => seat.section)).toEqual(
      Array.from({ length: status === 201 ? size : 0 }, () => race.sections[section]?.label),
    );
  }
  const granted = await inOrder(db, eventId);
  const told = answers.filter(({ status }) => status === 201).map(({ seats }) => names(seats));
  expect(granted.map(names).toSorted()).toEqual(told.toSorted());

  expectNobodyTurnedAwayInVain(race, answers);
  const split = expectTogetherWhileTheyCould(race, granted);
  return { seated: granted.length, split, turnedAway: answers.length - granted.length };
}

/** Races in which nobody was split or turned away would show little. @returns the sums */
export function expectEveryOutcome(outcomes: Outcome[]): Outcome {
  const total = { seated: 0, split: 0, turnedAway: 0 };
  for (const { seated, split, turnedAway } of outcomes) {
    total.seated += seated;
    total.split += split;
    total.turnedAway += turnedAway;
  }
  expect(Math.min(...Object.values(total)), JSON.stringify(total)).toBeGreaterThan(0);
  return total;
}

const nameOf = ({ section, row, seat }: AssignedSeat) => `${section}/${row}/${seat}`;
const names = (seats: AssignedSeat[]) => seats.map(nameOf).toSorted().join(' ');

export function seatsGivenTwice(answers: RaceAnswer[]): string[] {
  const given = answers.flatMap(({ seats }) => seats.map(nameOf));
  return given.filter((seat, index) => given.indexOf(seat) < index);
}

/**
 * Numbers claims as they are written, for `expectFairRace`. They are written while the event is locked, so these numbers
 * follow the order of the decisions; those of transactions do not: one that waits for the lock may have its number already.
 */
export async function numberClaims(db: Queryable): Promise<void> {
  await db.query(sql`alter table seat_claims add column written bigserial`);
}

/** Parties as they were granted. */
async function inOrder(db: Queryable, eventId: string): Promise<AssignedSeat[][]> {
  const claims = await db.query<AssignedSeat & { checkout_id: string }>(sql`
    select c.checkout_id, c.section_label as section, c.row_label as row, c.seat, c.row_label || '-' || c.seat as label
      from seat_claims c join checkouts k on k.organization_id = c.organization_id and k.id = c.checkout_id
     where k.event_id = ${eventId} and c.row_id is not null order by c.written`);
  return [...Map.groupBy(claims, ({ checkout_id }) => checkout_id).values()];
}

/** Nothing is given back during the race: whoever is larger than what is left in the end may have been refused, nobody else. */
function expectNobodyTurnedAwayInVain({ sections, parties }: SeatRace, answers: RaceAnswer[]) {
  for (const [index, { label, rows }] of sections.entries()) {
    const seats = rows.flatMap((row) => row.seats.filter((seat) => seat !== null)).length;
    const taken = answers.flatMap((answer) => answer.seats.filter(({ section }) => section === label)).length;
    const turnedAway = parties.filter(({ section }, party) => section === index && answers[party]?.status === 409);
    expect(Math.min(...turnedAway.map(({ size }) => size)), `${seats - taken} free in ${label}`).toBeGreaterThan(
      seats - taken,
    );
  }
}

/** Seats the parties again, in their order. @returns how many were split, none of which found a run of its size */
function expectTogetherWhileTheyCould({ sections }: SeatRace, granted: AssignedSeat[][]): number {
  const halls = new Map(
    sections.map(({ label, rows }) => [
      label,
      new Map(rows.map((row) => [row.label, row.seats.map((seat) => (seat === null ? '_' : '.')).join('')])),
    ]),
  );
  let split = 0;
  for (const party of granted) {
    const rows = halls.get(party[0]?.section ?? '') ?? new Map<string, string>();
    const longest = Math.max(...[...rows.values()].flatMap((row) => row.split(/[^.]/).map((run) => run.length)));
    if (!areTogether(party.toSorted((a, b) => a.row.localeCompare(b.row) || a.seat - b.seat))) {
      split++;
      expect(longest, `split although a run was free: ${names(party)}`).toBeLessThan(party.length);
    }
    for (const { row, seat } of party) {
      const states = rows.get(row) ?? '';
      expect(states[seat - 1], `${row}-${seat} was free`).toBe('.');
      rows.set(row, `${states.slice(0, seat - 1)}x${states.slice(seat)}`);
    }
  }
  return split;
}
