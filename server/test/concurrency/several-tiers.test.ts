import { afterEach, describe, expect, test } from 'vitest';
import {
  BLIND_TO_COUNTERS,
  dropConstraints,
  NO_EVENT_LOCK,
  OVERSELL_CHECKS,
  READ_OF_EVENT,
  type Sabotage,
} from '../databases/sabotage.ts';
import { type Answer, type BoxOffice, type CheckoutItem, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';

const SIZES = [20, 15, 10];
const PLACES = SIZES.reduce((sum, size) => sum + size, 0);
const PARTIES = 150;

type Items = { tier_id: string; quantity: number }[];

describe('simultaneous buyers of several tiers, on two instances', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  /** An event whose three tiers have all its places. */
  async function open(sabotage: Sabotage = [], { checks = true, capacity = PLACES } = {}) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    if (!checks) await dropConstraints(office.db, ...OVERSELL_CHECKS);
    const event = await office.event({ capacity });
    await office.call('PUT', `/tiers/${event.tierId}`, { quantity_total: SIZES[0] });
    const others = SIZES.slice(1).map((size) => office.tier(event, { quantity_total: size }));
    return { ...event, tiers: [event.tierId, ...(await Promise.all(others))] };
  }
  type Event = Awaited<ReturnType<typeof open>>;

  /** One to three tiers, in any order, 1 to 3 places each; the last ones buy single places of one tier. */
  const itemsOf = ({ tiers }: Event, party: number): Items => {
    const from = party % 3;
    const step = party % 2 === 0 ? 1 : 2;
    const count = party >= PARTIES ? 1 : 1 + ((party * 7) % 3);
    return Array.from({ length: count }, (_, index) => ({
      tier_id: tiers[(from + index * step) % 3] ?? '',
      quantity: party >= PARTIES ? 1 : 1 + ((party * 5 + index) % 3),
    }));
  };

  async function rush(event: Event, parties = PARTIES + PLACES * 2) {
    const wanted = Array.from({ length: parties }, (_, party) => itemsOf(event, party));
    const answers = await Promise.all(wanted.map((items) => office.askCheckout(event, { items })));
    const granted = answers.map(({ status, data }) => (status === 201 ? data.items : []));
    return { wanted, answers, granted, byTier: event.tiers.map((tier) => placesOf(granted.flat(), tier)) };
  }

  const placesOf = (items: CheckoutItem[] | Items, tier: string) =>
    items.reduce((sum, { tier_id, quantity }) => sum + (tier_id === tier ? quantity : 0), 0);

  /** Each request got all its lines or nothing, and the stored places are those of the answers. */
  async function expectWhole(event: Event, { wanted, answers, granted, byTier }: Awaited<ReturnType<typeof rush>>) {
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    for (const [index, items] of granted.entries())
      expect(items.map(({ tier_id, quantity }) => ({ tier_id, quantity }))).toEqual(
        answers[index]?.status === 201 ? wanted[index] : [],
      );
    expect(await office.counters(event)).toEqual({ sold: 0, held: byTier.reduce((sum, places) => sum + places, 0) });
    await office.expectConsistency();
  }

  const refusedOf = ({ wanted, answers }: { wanted: Items[]; answers: Answer<unknown>[] }) =>
    wanted.filter((_, index) => answers[index]?.status === 409);

  test('sell exactly the places of every tier: all lines of an order or none', async () => {
    const event = await open();
    const outcome = await rush(event);
    expect(outcome.byTier).toEqual(SIZES);
    expect(outcome.granted.filter((items) => items.length > 1).length).toBeGreaterThan(0);
    expect(refusedOf(outcome).length).toBeGreaterThan(0);
    await expectWhole(event, outcome);
  });

  test('refuse no order that still fits', async () => {
    const event = await open();
    const outcome = await rush(event, 40);
    const left = new Map(event.tiers.map((tier, index) => [tier, (SIZES[index] ?? 0) - (outcome.byTier[index] ?? 0)]));
    for (const items of refusedOf(outcome))
      expect(items.some(({ tier_id, quantity }) => quantity > (left.get(tier_id) ?? 0))).toBe(true);
    await expectWhole(event, outcome);
  });

  test('never sell more than the capacity, whichever tiers are in an order', async () => {
    const event = await open([], { capacity: 30 });
    const outcome = await rush(event);
    expect(outcome.byTier.reduce((sum, places) => sum + places, 0)).toBe(30);
    await expectWhole(event, outcome);
  });

  test('without the check in the code the constraints still prevent overselling', async () => {
    const event = await open(BLIND_TO_COUNTERS);
    await rush(event, 60).catch(() => {});
    expect(office.sabotageUsed()).toBe(true);
    await office.expectConsistency();
  });

  control('without check and constraints tiers are oversold', async () => {
    const event = await open(BLIND_TO_COUNTERS, { checks: false });
    const first = await rush(event);
    // The other requests get the cached answer for a tenth of a second.
    office.wait(0.1);
    const second = await rush(event);
    const isOversold = SIZES.map((size, index) => (first.byTier[index] ?? 0) + (second.byTier[index] ?? 0) > size);
    expect(isOversold).toContain(true);
    await expect(office.expectConsistency()).rejects.toThrow('no event and no tier has more sold, held and blocked');
  });

  control('on PostgreSQL two instances oversell a tier without the event’s lock and the constraints', async () => {
    const event = await open(NO_EVENT_LOCK, { checks: false });
    if (office.db.kind === 'pglite') return; // one connection, so transactions run one after the other
    office.meetAfter(READ_OF_EVENT);
    const { byTier } = await rush(event);
    expect(office.sabotageUsed()).toBe(true);
    expect(byTier.some((places, index) => places > (SIZES[index] ?? 0))).toBe(true);
  });
});
