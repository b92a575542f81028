import { afterEach, describe, expect, test } from 'vitest';
import {
  BLIND_TO_COUNTERS,
  dropConstraints,
  NO_EVENT_LOCK,
  OVERSELL_CHECKS,
  READ_OF_EVENT,
  type Sabotage,
} from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';

const PLACES = 50;
const BUYERS = 400;

describe('simultaneous buyers of the last places, on two instances', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  async function open(sabotage: Sabotage = [], { checks = true } = {}) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    if (!checks) await dropConstraints(office.db, ...OVERSELL_CHECKS);
  }

  /** Sends all requests at once. @returns how many got which answer */
  async function rush(quantities: number[], fields: (index: number) => Record<string, unknown>, event: { id: string }) {
    const answers = await Promise.all(
      quantities.map((quantity, index) => office.askCheckout(event, { quantity, ...fields(index) })),
    );
    const granted = answers.flatMap(({ status }, index) => (status === 201 ? [quantities[index] ?? 0] : []));
    return { answers, granted, places: granted.reduce((sum, quantity) => sum + quantity, 0) };
  }

  const ones = Array.from({ length: BUYERS }, () => 1);
  const noFields = () => ({});

  test('400 buyers of 50 places: exactly 50 get one, all others get 409', async () => {
    await open();
    const event = await office.event({ capacity: PLACES });
    const { answers, granted } = await rush(ones, noFields, event);
    expect(granted).toHaveLength(PLACES);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(BUYERS - PLACES);
    expect(await office.counters(event)).toEqual({ sold: 0, held: PLACES });
    await office.expectConsistency();
  });

  test('without the check in the code the constraints still prevent overselling', async () => {
    await open(BLIND_TO_COUNTERS);
    const event = await office.event({ capacity: PLACES });
    const { granted } = await rush(ones.slice(0, 80), noFields, event);
    expect(granted).toHaveLength(PLACES);
    expect(office.sabotageUsed()).toBe(true);
    await office.expectConsistency();
  });

  control('without check and constraints places are oversold', async () => {
    await open(BLIND_TO_COUNTERS, { checks: false });
    const event = await office.event({ capacity: PLACES });
    const first = await rush(ones, noFields, event);
    // The other requests get the cached answer for a tenth of a second.
    office.wait(0.1);
    const second = await rush(ones, noFields, event);
    expect(first.granted.length + second.granted.length).toBeGreaterThan(PLACES);
    await expect(office.expectConsistency()).rejects.toThrow('no event and no tier has more sold, held and blocked');
  });

  control('on PostgreSQL two instances oversell without the event’s lock and the constraints', async () => {
    await open(NO_EVENT_LOCK, { checks: false });
    if (office.db.kind === 'pglite') return; // one connection, so transactions run one after the other
    office.meetAfter(READ_OF_EVENT);
    const { granted } = await rush(ones, noFields, await office.event({ capacity: PLACES }));
    expect(office.sabotageUsed()).toBe(true);
    expect(granted.length).toBeGreaterThan(PLACES);
  });

  describe('the box office against the shop', () => {
    const SELLERS = 60;

    /** Half of the requests are buyers, half are sold at the box office. @returns how many got a place */
    async function rushBoth(event: { id: string }) {
      const customer = { email: 'window@example.com' };
      const order = { event_id: event.id, items: [{ quantity: 1 }], customer, payment_method: 'CASH' };
      const answers = await Promise.all(
        Array.from({ length: SELLERS }, () => [
          office.askCheckout(event),
          office.call('POST', '/orders', order),
        ]).flat(),
      );
      expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
      return answers.filter(({ status }) => status === 201).length;
    }

    test('60 orders at the box office and 60 buyers of 50 places get exactly 50', async () => {
      await open();
      const event = await office.event({ capacity: PLACES });
      expect(await rushBoth(event)).toBe(PLACES);
      const { sold = 0, held = 0 } = (await office.counters(event)) ?? {};
      expect(sold + held).toBe(PLACES);
      await office.expectConsistency();
    });

    control('without check and constraints places are oversold', async () => {
      await open(BLIND_TO_COUNTERS, { checks: false });
      const event = await office.event({ capacity: PLACES });
      expect(await rushBoth(event)).toBeGreaterThan(PLACES);
    });
  });

  describe('an import against the shop', () => {
    const ROWS = 30;
    const IMPORTS = 2;

    const listOf = (name: string) =>
      `email\n${Array.from({ length: ROWS }, (_, index) => `${name}${index}@example.com\n`).join('')}`;
    const importOf = (event: { id: string }, csv: string) =>
      office.call('POST', `/events/${event.id}/imports`, { csv, payment_method: 'COMP', send_tickets: false });

    /** Two lists of 30 people and 40 buyers, all at once. @returns the statuses of the imports, and the counters */
    async function rushAll(event: { id: string }) {
      const imports = Array.from({ length: IMPORTS }, (_, index) => importOf(event, listOf(`list${index}-`)));
      const [answers] = await Promise.all([Promise.all(imports), rush(ones.slice(0, 40), noFields, event)]);
      const { sold = 0, held = 0 } = (await office.counters(event)) ?? {};
      return { statuses: answers.map(({ status }) => status).toSorted(), sold, held };
    }

    test('of two lists of 30 and 40 buyers of 50 places, a list is imported whole or not at all', async () => {
      await open();
      const { statuses, sold, held } = await rushAll(await office.event({ capacity: PLACES }));
      expect(sold).toBe(statuses.filter((status) => status === 201).length * ROWS);
      expect(statuses).toContain(409);
      expect(held).toBe(sold > 0 ? PLACES - sold : 40);
      await office.expectConsistency();
    });

    control('without check and constraints both lists and all buyers get places', async () => {
      await open(BLIND_TO_COUNTERS, { checks: false });
      const { sold, held } = await rushAll(await office.event({ capacity: PLACES }));
      expect(sold + held).toBeGreaterThan(PLACES);
    });

    test('the same list sent twice at once is imported once', async () => {
      await open();
      const event = await office.event({ capacity: 100 });
      const answers = await Promise.all([1, 2].map(() => importOf(event, listOf('once-'))));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      expect(await office.counters(event)).toEqual({ sold: ROWS, held: 0 });
      await office.expectConsistency();
    });

    control('blind to the tickets that people have, it is imported twice', async () => {
      await open([['select distinct lower(c.customer_email) as email', "select distinct 'nobody' as email"]]);
      const event = await office.event({ capacity: 100 });
      const answers = await Promise.all([1, 2].map(() => importOf(event, listOf('once-'))));
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(office.sabotageUsed()).toBe(true);
    });
  });

  test('no party of 1 to 8 is refused while it still fits', async () => {
    await open();
    const event = await office.event({ capacity: PLACES });
    const parties = Array.from({ length: 120 }, (_, index) => 1 + ((index * 5) % 8));
    const { answers, places } = await rush(parties, noFields, event);
    const left = PLACES - places;
    const turnedAway = parties.filter((_, index) => answers[index]?.status === 409);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(Math.min(...turnedAway)).toBeGreaterThan(left);
    expect(await office.counters(event)).toEqual({ sold: 0, held: places });
    await office.expectConsistency();
  });

  test('tiers that together exceed the capacity never sell more than it', async () => {
    await open();
    const event = await office.event({ capacity: PLACES });
    const tiers = [
      event.tierId,
      await office.tier(event, { quantity_total: 40 }),
      await office.tier(event, { quantity_total: 10 }),
    ];
    const { granted, answers } = await rush(ones, (index) => ({ tier_id: tiers[index % tiers.length] }), event);
    expect(granted).toHaveLength(PLACES);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    await office.expectConsistency();
  });

  /** Every other buyer wants parking alone, which takes no place of the event. */
  async function rushForParking() {
    const event = await office.event({ capacity: 20 });
    const parking = await office.tier(event, { admission: false, quantity_total: 40 });
    const ticket = { tier_id: event.tierId, quantity: 1 };
    const parkingLot = { tier_id: parking, quantity: 1 };
    const { answers } = await rush(
      ones,
      (index) => ({ quantity: undefined, items: index % 2 === 0 ? [ticket, parkingLot] : [parkingLot] }),
      event,
    );
    const sold = answers.flatMap(({ status }, index) => (status === 201 ? [index % 2 === 0] : []));
    return { event, parking: sold.length, places: sold.filter((admits) => admits).length };
  }

  test('add-ons sell up to their own size, beside the places of the event', async () => {
    await open();
    const { event, parking, places } = await rushForParking();
    expect(parking).toBe(40);
    expect(places).toBeLessThanOrEqual(20);
    expect(await office.counters(event)).toEqual({ sold: 0, held: places });
    await office.expectConsistency();
  });

  control('without counters and constraints more add-ons are sold than there are', async () => {
    await open(BLIND_TO_COUNTERS, { checks: false });
    const { parking } = await rushForParking();
    expect(parking).toBeGreaterThan(40);
  });

  control('without counters and constraints the tiers sell more than the capacity', async () => {
    await open(BLIND_TO_COUNTERS, { checks: false });
    const event = await office.event({ capacity: PLACES });
    const tiers = [event.tierId, await office.tier(event, { quantity_total: 40 })];
    const { granted } = await rush(ones, (index) => ({ tier_id: tiers[index % tiers.length] }), event);
    expect(granted.length).toBeGreaterThan(PLACES);
  });

  test('places of expired holds are given out once', async () => {
    await open();
    const event = await office.event({ capacity: PLACES });
    await office.checkout(event, { quantity: PLACES });
    office.wait(900);
    const { granted } = await rush(ones.slice(0, 150), noFields, event);
    expect(granted).toHaveLength(PLACES);
    await office.expectConsistency();
  });
});
