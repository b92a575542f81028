import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { BLIND_TO_COUNTERS, dropConstraints, OVERSELL_CHECKS, type Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';

/** Dates are added to a series without waiting for each other. */
const NO_SERIES_LOCK: Sabotage = [['and s.id = $2 for update', 'and s.id = $2']];

const BUYERS = 30;

describe('a series', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  interface Dates {
    series: { id: string };
    dates: { event_id: string }[];
  }
  const add = (id: string, ...days: string[]) =>
    office.call<Dates>('POST', `/events/${id}/dates`, { start_datetimes: days.map((day) => `${day}T20:00`) });

  async function openSeries(fields: { capacity?: number } = {}) {
    const event = await office.event({ start_datetime: '2027-03-01T20:00', ...fields });
    const { data } = await add(event.id, '2027-03-02', '2027-03-03');
    await office.call('PUT', `/series/${data.series.id}`, { publish: true });
    return { seriesId: data.series.id, ids: [event.id, ...data.dates.map((date) => date.event_id)] };
  }

  /** The same dates are added from each date of the series at once. */
  async function addAtOnce() {
    const { seriesId, ids } = await openSeries();
    const answers = await Promise.all(ids.map((id) => add(id, '2027-04-01', '2027-04-02')));
    const [{ count = 0 } = {}] = await office.db.query<{ count: number }>(sql`
      select count(*) as count from events where series_id = ${seriesId}`);
    return { statuses: answers.map(({ status }) => status).toSorted(), count };
  }

  test('has each date once, when several requests add the same', async () => {
    office = await openBoxOffice({ instances: 2 });
    expect(await addAtOnce()).toEqual({ statuses: [201, 409, 409], count: 5 });
    await office.expectConsistency();
  });

  control('without the lock of the series dates are there twice', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: NO_SERIES_LOCK });
    if (office.db.kind === 'pglite') return; // one connection, so transactions run one after the other
    office.meetAfter('and s.id = $2');
    expect((await addAtOnce()).count).toBeGreaterThan(5);
  });

  /** The capacity of all dates shrinks from 25 to 10 while buyers of each hold places. */
  async function shrinkAll() {
    const { seriesId, ids } = await openSeries({ capacity: 25 });
    const rush = (id: string) => Array.from({ length: BUYERS }, () => office.askCheckout({ id }));
    // On the first date too many places are held already.
    await Promise.all(rush(ids[0] ?? ''));
    const [shrunk] = await Promise.all([
      office.call<{ dates: { event_id: string; refusal: object | null }[] }>('PUT', `/series/${seriesId}`, {
        capacity: 10,
      }),
      ...ids.slice(1).flatMap(rush),
    ]);
    const counters = await office.db.query<{ id: string; capacity: number; held: number }>(sql`
      select id, capacity, held from events where series_id = ${seriesId}`);
    return { dates: shrunk.data.dates, counters: new Map(counters.map((event) => [event.id, event])) };
  }

  test('shrinks date by date during a rush, and never leaves more held than the capacity', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { dates, counters } = await shrinkAll();
    expect(dates).toHaveLength(3);
    expect(dates[0]?.refusal).toMatchObject({ code: 'capacity_too_small' });
    for (const { event_id, refusal } of dates)
      expect(counters.get(event_id)).toMatchObject(refusal ? { capacity: 25, held: 25 } : { capacity: 10, held: 10 });
    await office.expectConsistency();
  });

  control('without counters and constraints more places are held than the capacity', async () => {
    office = await openBoxOffice({ sabotage: BLIND_TO_COUNTERS });
    await dropConstraints(office.db, ...OVERSELL_CHECKS);
    const { counters } = await shrinkAll();
    expect([...counters.values()].some(({ capacity, held }) => held > capacity)).toBe(true);
  });
});
