import { afterEach, describe, expect, test } from 'vitest';
import type { Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice, PUBLIC_URL } from '../fixtures/box-office.ts';
import { openVisitor } from '../fixtures/room-visitor.ts';
import { control } from './control.ts';

const VISITORS = 200;
const PLACES = 20;
/** The turns that run are not counted. */
const NO_COUNT: Sabotage = [['coalesce(sum(up_to - after_position), 0)', '0']];
/** Two instances may give the same numbers. */
const SAME_NUMBERS: Sabotage = [['set joined = r.joined + $5', 'set joined = r.joined + $5 - 1']];

describe(`${VISITORS} visitors of a waiting room on two instances, for ${PLACES} places`, () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  async function rush(sabotage: Sabotage = []) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    const opensAt = new Date(office.now().getTime() + 60_000).toISOString();
    const event = await office.event({
      capacity: PLACES,
      slug: 'rush',
      waiting_room: { enabled: true, opens_at: opensAt },
    });
    const url = `${PUBLIC_URL}/room/lakbay-concerts/rush`;
    const visitors = Array.from({ length: VISITORS }, () => openVisitor(office));
    const join = { method: 'POST', url: new URL(url).pathname } as const;
    // Half of them come before the opening.
    await Promise.all(visitors.slice(0, VISITORS / 2).map(({ inject }) => inject(join)));
    office.wait(60);
    await Promise.all(visitors.slice(VISITORS / 2).map(({ inject }) => inject(join)));
    /** All look at the room at once. @returns the passes that were given so far */
    const look = async () => {
      office.wait(1);
      await Promise.all(visitors.map(({ inject }) => inject({ method: 'GET', url: join.url })));
      return visitors.flatMap((visitor) => visitor.passOf(event) ?? []);
    };
    return { event, visitors, look };
  }

  test('never have more passes than there are places, and each pass is one visitor’s', async () => {
    const { event, visitors, look } = await rush();
    let passes: string[] = [];
    for (let second = 0; second < 3; second++) passes = await look();
    expect(passes).toHaveLength(PLACES);
    expect(new Set(passes).size).toBe(PLACES);
    expect(new Set(visitors.map(({ cookies }) => cookies.get(`place_${event.id}`))).size).toBe(VISITORS);
    const orders = await Promise.all(passes.map((admission) => office.askCheckout(event, { admission })));
    expect(orders.filter(({ status }) => status === 201)).toHaveLength(PLACES);
    await office.expectConsistency();
  });

  control('without the count of running turns they have more', async () => {
    const { look } = await rush(NO_COUNT);
    await look();
    expect((await look()).length).toBeGreaterThan(PLACES);
    expect(office.sabotageUsed()).toBe(true);
  });

  control('with numbers that are not counted in one statement, visitors share a place', async () => {
    const { event, visitors } = await rush(SAME_NUMBERS);
    expect(office.sabotageUsed()).toBe(true);
    const places = new Set(visitors.map(({ cookies }) => cookies.get(`place_${event.id}`)));
    expect(places.size).toBeLessThan(VISITORS);
  });
});
