import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice } from '../box-office.ts';
import { type AssignedSeat, areTogether, askSeats, type Hall, openHall, rows } from '../hall.ts';
import { dropConstraints, NO_EVENT_LOCK, OVERSELL_CHECKS, type Sabotage } from '../sabotage.ts';

const PARTIES = 60;

/** The decision sees a hall in which every seat is free. */
const BLIND_TO_STATES: Sabotage = [
  [
    'r.counted, r.seats, r.states from',
    `r.counted, r.seats, regexp_replace(r.states, '[hs]', '.', 'g') as states from`,
  ],
];
/** What a blind decision writes must not be refused because it wrote the same states before. */
const BLIND: Sabotage = [
  ...BLIND_TO_STATES,
  ['held = held + (select sum(held) from change)', 'held = held'],
  ['held = t.held + change.held', 'held = t.held'],
];

describe('parties at once, on two instances', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  const sixty = () => openHall(office, rows(['A', 12], ['B', 12], ['C', 12], ['D', 12], ['E', 12]));
  const rush = async (hall: Hall, sizes: number[]) => {
    const answers = await Promise.all(sizes.map((quantity) => askSeats(office, hall, quantity)));
    const seated = answers.flatMap(({ status, data }) => (status === 201 ? [data.assigned_seats] : []));
    return { answers, seated, labels: seated.flat().map(({ label }) => label) };
  };
  const twice = (labels: string[]) => labels.filter((label, index) => labels.indexOf(label) < index);

  test('60 of one on 60 seats: each sits on a seat of their own, the 61st is told 409', async () => {
    office = await openBoxOffice({ instances: 2 });
    const hall = await sixty();
    const { answers, labels } = await rush(
      hall,
      Array.from({ length: PARTIES + 1 }, () => 1),
    );
    expect(labels).toHaveLength(PARTIES);
    expect(twice(labels)).toEqual([]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    await office.booksBalance();
  });

  test('60 parties of 1 to 6: no seat twice, nobody turned away who would fit, together while a run was left', async () => {
    office = await openBoxOffice({ instances: 2 });
    const hall = await sixty();
    const sizes = Array.from({ length: PARTIES }, (_, index) => 1 + ((index * 7) % 6));
    const { answers, seated, labels } = await rush(hall, sizes);
    expect(twice(labels)).toEqual([]);
    const left = 60 - labels.length;
    const turnedAway = sizes.filter((_, index) => answers[index]?.status === 409);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    // The hall only fills: whoever is larger than what is left in the end may have been refused, nobody else.
    expect(Math.min(...turnedAway)).toBeGreaterThan(left);
    expectTogetherWhileTheyCould(await inOrder(), seated);
    await office.booksBalance();
  });

  /** Parties as the lanes granted them: the order in which the claims were written. */
  async function inOrder(): Promise<AssignedSeat[][]> {
    const claims = await office.db.query<AssignedSeat & { checkout_id: string }>(sql`
      select checkout_id, section_label as section, row_label as row, seat, row_label || '-' || seat as label
        from seat_claims order by xmin::text::bigint, ctid`);
    return [...Map.groupBy(claims, ({ checkout_id }) => checkout_id).values()];
  }

  /** Replays what was granted: a party that was split found no run of its size. */
  function expectTogetherWhileTheyCould(granted: AssignedSeat[][], seated: AssignedSeat[][]) {
    expect(granted.flat()).toHaveLength(seated.flat().length);
    const free = new Map(['A', 'B', 'C', 'D', 'E'].map((row) => [row, '.'.repeat(12)]));
    for (const party of granted) {
      const ordered = party.toSorted((a, b) => a.row.localeCompare(b.row) || a.seat - b.seat);
      const longest = Math.max(...[...free.values()].flatMap((row) => row.split('x').map((run) => run.length)));
      if (longest >= party.length) expect(areTogether(ordered), JSON.stringify(ordered)).toBe(true);
      for (const { row, seat } of party) {
        const states = free.get(row) ?? '';
        free.set(row, `${states.slice(0, seat - 1)}x${states.slice(seat)}`);
      }
    }
  }

  test('a blind decision sells no seat twice: the unique index has the last word', async () => {
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

  test('control: a blind decision without the index does sell seats twice', async () => {
    office = await openBoxOffice({ sabotage: BLIND, instances: 2 });
    await office.db.query(sql`drop index seat_claims_one_live`);
    const hall = await sixty();
    // One after the other: in one batch the decision remembers what it gave away itself.
    const labels: string[] = [];
    for (let party = 0; party < 3; party++) labels.push(...(await rush(hall, [2])).labels);
    expect(twice(labels).length).toBeGreaterThan(0);
    await expect(office.booksBalance()).rejects.toThrow('one live claim says so');
  });

  test('control: on PostgreSQL two instances without the event’s lock and the index do sell seats twice', async () => {
    office = await openBoxOffice({ sabotage: NO_EVENT_LOCK, instances: 2 });
    if (office.db.kind === 'pglite') return; // one connection: transactions queue, whatever they lock
    await office.db.query(sql`drop index seat_claims_one_live`);
    await dropConstraints(office.db, ...OVERSELL_CHECKS);
    const hall = await sixty();
    const { labels } = await rush(
      hall,
      Array.from({ length: PARTIES }, () => 1),
    );
    expect(office.sabotageUsed()).toBe(true);
    expect(twice(labels).length).toBeGreaterThan(0);
  });
});
