import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { countFree } from '../../src/seating/seat.ts';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { seat } from '../fixtures/hall.ts';
import { SUCCESS_URL } from '../fixtures/test-service.ts';

const office = await useBoxOffice();

const RUNS = 12;
const HALLS = 40;
const CHANGES = 20;
const TIMEOUT_MS = 300_000;
const TIERS = [0, 1, 2];

const orderUpTo = (most: number) =>
  fc.uniqueArray(fc.record({ tier: fc.constantFrom(...TIERS), quantity: fc.integer({ min: 1, max: most }) }), {
    minLength: 1,
    maxLength: TIERS.length,
    selector: ({ tier }) => tier,
  });
const orders = fc.array(orderUpTo(5), { minLength: 1, maxLength: 12 });
type Lines = { tier: number; quantity: number }[];
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

async function threeTiers(sizes: number[], capacity: number) {
  const event = await office.event({ capacity, price: 100 });
  await office.call('PUT', `/tiers/${event.tierId}`, { quantity_total: sizes[0] });
  const others = sizes.slice(1).map((size, index) => office.tier(event, { name: `T${index}`, quantity_total: size }));
  return { ...event, tiers: [event.tierId, ...(await Promise.all(others))] };
}

/** Held places as stored, by tier. */
async function heldBy(eventId: string, tiers: string[]) {
  const held = await office.db.query<{ id: string; held: number }>(sql`
    select id, held from ticket_tiers where event_id = ${eventId}`);
  return tiers.map((tier) => held.find(({ id }) => id === tier)?.held);
}

describe('generated orders of several tiers', () => {
  test(
    'get all their lines exactly if each fits its tier and all fit the event, and nothing otherwise',
    async () => {
      const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 3, maxLength: 3 });
      const property = fc.asyncProperty(
        sizes,
        fc.integer({ min: 1, max: 30 }),
        orders,
        async (all, capacity, wishes) => {
          const { id, tiers } = await threeTiers(all, capacity);
          const held = TIERS.map(() => 0);
          for (const lines of wishes) {
            const items = lines.map(({ tier, quantity }) => ({ tier_id: tiers[tier], quantity }));
            const { status } = await office.askCheckout({ id }, { items });
            const fits =
              lines.every(({ tier, quantity }) => (held[tier] ?? 0) + quantity <= (all[tier] ?? 0)) &&
              sum(held) + sum(lines.map(({ quantity }) => quantity)) <= capacity;
            expect(status, JSON.stringify({ lines, held })).toBe(fits ? 201 : 409);
            if (fits) for (const { tier, quantity } of lines) held[tier] = (held[tier] ?? 0) + quantity;
            expect(await heldBy(id, tiers)).toEqual(held);
          }
        },
      );
      await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    },
    TIMEOUT_MS,
  );

  test(
    'change exactly if the places are free and not owed to the waiting list, and the counters are the lines',
    async () => {
      const steps = fc.array(
        fc.record({
          buyer: fc.nat(1),
          lines: orderUpTo(3),
          joins: fc.constantFrom(null, null, null, null, null, 1, 2),
        }),
        { minLength: 6, maxLength: 12 },
      );
      const sizes = fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 3, maxLength: 3 });
      /** One buyer takes the first tier, and another one waits for it. */
      const taken = (all: number[]) => [
        { buyer: 0, lines: [{ tier: 0, quantity: all[0] ?? 1 }], joins: null },
        { buyer: 0, lines: [], joins: 2 },
      ];
      const outcomes = { changed: 0, refused: 0, waiting: 0 };
      const property = fc.asyncProperty(
        sizes,
        fc.oneof(fc.integer({ min: 3, max: 14 }), fc.constant(30)),
        steps,
        async (all, capacity, random) => {
          const event = await threeTiers(all, capacity);
          const { id, tiers } = event;
          const buyers = new Map<number, { checkout_id: string; own: number[] }>();
          let waiting = 0;
          for (const [step, { buyer, lines, joins }] of [...taken(all), ...random].entries()) {
            if (joins !== null) {
              const customer = { name: 'Ana Reyes', email: `person-${step}@example.com` };
              const body = { tier_id: tiers[0], quantity: joins, customer, success_url: SUCCESS_URL };
              if ((await office.call('POST', `/events/${id}/waiting-list`, body)).status === 201) waiting += joins;
              continue;
            }
            const { checkout_id, own = TIERS.map(() => 0) } = buyers.get(buyer) ?? {};
            const held = TIERS.map((tier) => sum([...buyers.values()].map((other) => other.own[tier] ?? 0)));
            const want = TIERS.map((tier) => lines.find((line) => line.tier === tier)?.quantity ?? 0);
            const after = TIERS.map((tier) => (held[tier] ?? 0) - (own[tier] ?? 0) + (want[tier] ?? 0));
            /** Places that the next offers could take. */
            const owed = (taken: number[]) => Math.min(waiting, (all[0] ?? 0) - (taken[0] ?? 0), capacity - sum(taken));
            const fits = after.every((count, tier) => count <= (all[tier] ?? 0)) && sum(after) <= capacity;
            const items = lines.map(({ tier, quantity }) => ({ tier_id: tiers[tier], quantity }));
            const answer = checkout_id
              ? await office.call<{ checkout_id: string }>('PUT', `/checkouts/${checkout_id}`, { items })
              : await office.askCheckout(event, { items });
            const expected = fits && owed(after) >= owed(held) ? [200, 201] : [409];
            expect(expected, JSON.stringify({ held, own, want, waiting })).toContain(answer.status);
            if (answer.status < 300) buyers.set(buyer, { checkout_id: answer.data.checkout_id, own: want });
            if (checkout_id) outcomes[answer.status === 200 ? 'changed' : 'refused']++;
            if (checkout_id && waiting > 0) outcomes.waiting++;
            expect(await heldBy(id, tiers)).toEqual(answer.status < 300 ? after : held);
          }
        },
      );
      await fc.assert(property, { numRuns: CHANGES, endOnFailure: true });
      for (const count of Object.values(outcomes)) expect(count, JSON.stringify(outcomes)).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  test(
    'of a hall get seats at their prices exactly if everybody can sit, and none otherwise',
    async () => {
      const hall = fc.array(
        fc.record({ seats: fc.integer({ min: 1, max: 4 }), tiers: fc.subarray(TIERS, { minLength: 1, maxLength: 2 }) }),
        { minLength: 3, maxLength: 5 },
      );
      let split = 0;
      const property = fc.asyncProperty(hall, orders, async (plan, wishes) => {
        const event = await threeTiers([1, 1, 1], 100);
        const tierIds = event.tiers;
        const rows = plan.map(({ seats, tiers }, index) => ({
          label: `R${index}`,
          seats,
          tier_ids: tiers.map((tier) => tierIds[tier]),
        }));
        const { id, sectionId } = await seat(office, event, [{ label: 'S', tier_ids: tierIds, rows }]);
        for (const lines of wishes) {
          const free = await freeByRow(id);
          const priced = lines.filter(({ tier }) => plan.some(({ tiers }) => tiers.includes(tier)));
          if (priced.length === 0) continue;
          const items = priced.map(({ tier, quantity }) => ({
            tier_id: tierIds[tier],
            section_id: sectionId,
            quantity,
          }));
          const { status, data } = await office.askCheckout(event, { items });
          const canSit = everybodyCanSit(priced, plan, free);
          expect(status, JSON.stringify({ priced, free })).toBe(canSit ? 201 : 409);
          if (!canSit) {
            expect(await freeByRow(id)).toEqual(free);
            continue;
          }
          const seats = (data.assigned_seats ?? []).values();
          for (const { tier, quantity } of priced)
            for (const { row } of seats.take(quantity)) expect(plan[Number(row.slice(1))]?.tiers).toContain(tier);
          if (priced.length > 1) split++;
        }
      });
      // Without `shareRows` about one run in 30 finds an order that is refused although there are seats for all.
      await fc.assert(property, { numRuns: HALLS, endOnFailure: true });
      expect(split).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});

async function freeByRow(eventId: string): Promise<number[]> {
  const rows = await office.db.query<{ states: string }>(sql`
    select states from seating_rows where event_id = ${eventId} order by position`);
  return rows.map(({ states }) => countFree(states));
}

/** Hall: no group of lines wants more than the free seats of the rows that any of them may use. */
function everybodyCanSit(lines: Lines, plan: { tiers: number[] }[], free: number[]): boolean {
  for (let mask = 1; mask < 2 ** lines.length; mask++) {
    const group = lines.filter((_, index) => (mask & (1 << index)) !== 0);
    const usable = plan.map(({ tiers }, row) =>
      group.some(({ tier }) => tiers.includes(tier)) ? (free[row] ?? 0) : 0,
    );
    if (sum(group.map(({ quantity }) => quantity)) > sum(usable)) return false;
  }
  return true;
}
