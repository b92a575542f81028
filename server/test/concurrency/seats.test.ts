import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { numberRows } from '../databases/number-rows.ts';
import {
  dropConstraints,
  NO_EVENT_LOCK,
  OVERSELL_CHECKS,
  READ_OF_EVENT,
  type Sabotage,
} from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { askSeats, type Hall, openHall, rows, seat, seatIdsOf } from '../fixtures/hall.ts';
import { expectEveryOutcome, expectFairRace, type Outcome, planOf, seatRace } from '../fixtures/seat-race.ts';
import { control } from './control.ts';

const PARTIES = 60;
const RACES = 20;

/** The check reads a hall in which every seat is free. */
const BLIND_TO_STATES: Sabotage = [
  [
    `string_agg(states, ' ' order by position)`,
    `string_agg(regexp_replace(states, '[hs]', '.', 'g'), ' ' order by position)`,
  ],
];
/** The writes of the sabotaged check must not be refused because it wrote the same states before. */
const BLIND: Sabotage = [
  ...BLIND_TO_STATES,
  ['held = held + (select coalesce(sum(held), 0) from change where admission)', 'held = held'],
  ['held = t.held + change.held', 'held = t.held'],
];

describe('simultaneous parties, on two instances', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  const sixty = () => openHall(office, rows(['A', 12], ['B', 12], ['C', 12], ['D', 12], ['E', 12]));
  const rush = async (hall: Hall, sizes: number[]) => {
    const answers = await Promise.all(sizes.map((quantity) => askSeats(office, hall, quantity)));
    const seated = answers.flatMap(({ status, data }) => (status === 201 ? [data.assigned_seats] : []));
    return { answers, seated, labels: seated.flat().map(({ label }) => label) };
  };
  const twice = (labels: string[]) => labels.filter((label, index) => labels.indexOf(label) < index);

  test('60 parties of one get 60 different seats, the 61st gets 409', async () => {
    office = await openBoxOffice({ instances: 2 });
    const hall = await sixty();
    const { answers, labels } = await rush(
      hall,
      Array.from({ length: PARTIES + 1 }, () => 1),
    );
    expect(labels).toHaveLength(PARTIES);
    expect(twice(labels)).toEqual([]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    await office.expectConsistency();
  });

  test(`${RACES} random halls: no seat is sold twice, no party that fits is refused or split while a run is left`, async () => {
    office = await openBoxOffice({ instances: 2 });
    await numberRows(office.db, 'seat_claims');
    const outcomes: Outcome[] = [];
    await fc.assert(
      fc.asyncProperty(seatRace, async (race) => {
        const event = await office.event();
        const hall = await seat(office, event, planOf(race, event.tierId));
        const answers = await Promise.all(
          race.parties.map(({ section, size }) =>
            askSeats(office, hall, size, { section_id: hall.sections[section]?.id }),
          ),
        );
        const told = answers.map(({ status, data }) => ({ status, seats: data?.assigned_seats ?? [] }));
        outcomes.push(await expectFairRace(office.db, event.id, race, told));
      }),
      { numRuns: RACES, endOnFailure: true },
    );
    expectEveryOutcome(outcomes);
    await office.expectConsistency();
  });

  /** Each buyer wants three seats in a row of twenty, which the neighbours want, too. */
  async function rushForChosen(buyers: number) {
    const hall = await openHall(office, rows(['A', 20]), { mode: 'choose' });
    const idOf = await seatIdsOf(office, hall);
    const asked = Array.from({ length: buyers }, (_, buyer) =>
      [0, 1, 2].map((next) => `A-${((buyer * 7 + next * (1 + (buyer % 3))) % 20) + 1}`),
    );
    const ask = async (labels: string[]) => {
      const seat_ids = idOf(...labels);
      const answer = await askSeats(office, hall, labels.length, { seat_ids });
      return { labels, seat_ids, ...answer };
    };
    return { hall, asked, ask };
  }

  test('60 buyers who choose overlapping seats: each seat once, and each buyer all of them or none', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { hall, asked, ask } = await rushForChosen(PARTIES);
    const answers = await Promise.all(asked.map(ask));
    const seated = answers.filter(({ status }) => status === 201);
    for (const { labels, data } of seated) expect(data.assigned_seats.map(({ label }) => label)).toEqual(labels);
    const labels = seated.flatMap((answer) => answer.labels);
    expect(labels.length).toBeGreaterThan(0);
    expect(twice(labels)).toEqual([]);
    const idOf = await seatIdsOf(office, hall);
    const taken = new Set(idOf(...labels));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const { code, details, seat_ids } of refused) {
      expect(code).toBe('seats_taken');
      const gone = (details as { seat_ids: string[] }).seat_ids;
      expect(gone.length).toBeGreaterThan(0);
      expect(gone).toEqual(seat_ids.filter((id) => gone.includes(id)));
      expect(gone.filter((id) => !taken.has(id))).toEqual([]);
    }
    expect(await office.counters(hall)).toEqual({ sold: 0, held: labels.length });
    await office.expectConsistency();
  });

  control('without check and index chosen seats are sold twice', async () => {
    office = await openBoxOffice({ sabotage: BLIND, instances: 2 });
    await office.db.query(sql`drop index seat_claims_one_live`);
    const { asked, ask } = await rushForChosen(1);
    const [labels = []] = asked;
    expect([(await ask(labels)).status, (await ask(labels)).status]).toEqual([201, 201]);
    expect(office.sabotageUsed()).toBe(true);
  });

  test('without the check in the code the unique index still prevents double sales', async () => {
    office = await openBoxOffice({ sabotage: BLIND, instances: 2 });
    const hall = await sixty();
    const { labels } = await rush(
      hall,
      Array.from({ length: 20 }, () => 2),
    );
    expect(office.sabotageUsed()).toBe(true);
    expect(labels.length).toBeGreaterThan(0);
    expect(twice(labels)).toEqual([]);
  });

  control('without check and index seats are sold twice', async () => {
    office = await openBoxOffice({ sabotage: BLIND, instances: 2 });
    await office.db.query(sql`drop index seat_claims_one_live`);
    const hall = await sixty();
    // One after the other, because within one batch the decision knows its own results.
    const labels: string[] = [];
    for (let party = 0; party < 3; party++) labels.push(...(await rush(hall, [2])).labels);
    expect(twice(labels).length).toBeGreaterThan(0);
    await expect(office.expectConsistency()).rejects.toThrow(
      'a seat is held or sold exactly when one live claim has it',
    );
  });

  control('on PostgreSQL two instances sell seats twice without the event’s lock and the index', async () => {
    office = await openBoxOffice({ sabotage: NO_EVENT_LOCK, instances: 2 });
    if (office.db.kind === 'pglite') return; // one connection, so transactions run one after the other
    office.meetAfter(READ_OF_EVENT);
    await office.db.query(sql`drop index seat_claims_one_live`);
    await dropConstraints(office.db, ...OVERSELL_CHECKS);
    const singles = Array.from({ length: PARTIES }, () => 1);
    const { labels } = await rush(await sixty(), singles);
    expect(office.sabotageUsed()).toBe(true);
    expect(twice(labels).length).toBeGreaterThan(0);
  });
});
