import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type BoxOffice, HOLD_SECONDS, openBoxOffice } from '../fixtures/box-office.ts';
import { askSeats, type Hall, rows, seat } from '../fixtures/hall.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const STEPS = 25;
/** On Citus each of the many checks asks all nodes. */
const RUNS = inject('citus') ? 2 : 6;

const STEP_KINDS = ['hold', 'pay', 'expire', 'refund', 'block', 'unblock', 'join', 'offer', 'wait', 'sweep'] as const;

type Step = { do: (typeof STEP_KINDS)[number]; n: number; m: number };

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(...STEP_KINDS, 'hold', 'hold', 'pay', 'refund'),
  n: fc.nat(1_000),
  m: fc.nat(1_000),
});

describe('operations on seats', () => {
  let office: BoxOffice;
  let line: ReturnType<typeof openLine>;
  beforeAll(async () => {
    office = await openBoxOffice({ instances: 2 });
    line = openLine(office);
  });
  afterAll(() => office.close());

  /** Free tickets, so that buying is one click on the page. */
  async function smallHall(): Promise<Hall & { tiers: string[] }> {
    const event = await office.event({ price: 0 });
    const child = await office.tier(event, { name: 'Child', price: 0 });
    const hall = await seat(office, event, [
      {
        label: 'Lower',
        tier_ids: [event.tierId, child],
        rows: rows(['A', [1, 2, null, 3, 4]], ['B', 5, [event.tierId]]),
      },
      { label: 'Upper', tier_ids: [child], rows: rows(['A', 3]) },
    ]);
    return { ...hall, tiers: [event.tierId, child] };
  }

  test('keep states, claims, tickets and counters consistent after every step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
        const hall = await smallHall();
        const open: { checkout_id: string; checkout_url: string }[] = [];
        const tickets: string[] = [];
        const pick = <T>(list: T[], n: number): T | undefined => list[n % Math.max(list.length, 1)];
        for (const { do: what, n, m } of steps) {
          const section = pick(hall.sections, n);
          const one = pick(open, n);
          switch (what) {
            case 'hold': {
              const fields = { section_id: section?.id, tier_id: pick(hall.tiers, m) };
              const answer = await askSeats(office, hall, 1 + (m % 4), fields);
              expect([201, 400, 409]).toContain(answer.status);
              if (answer.status === 201) open.push(answer.data);
              break;
            }
            case 'pay':
              if (one) {
                await office.pay(one).catch(() => undefined); // its time may be over
                tickets.push(...(await office.stateOf(one.checkout_id)).ticket_ids);
              }
              break;
            case 'expire':
              if (one) await office.call('POST', `/checkouts/${one.checkout_id}/expire`);
              break;
            case 'refund': {
              const ticket = pick(tickets, n);
              if (ticket) await office.call('POST', `/tickets/${ticket}/refund`);
              break;
            }
            case 'block':
            case 'unblock': {
              const body = { section: section?.label, row: 'A', seats: [1 + (m % 3)] };
              const { status } = await office.call('POST', `/events/${hall.id}/seats/${what}`, body);
              expect([200, 409]).toContain(status);
              break;
            }
            case 'join':
              await line.askJoin(hall, { tier_id: pick(hall.tiers, m), quantity: 1 + (n % 4) });
              break;
            case 'offer':
              await office.offerPlaces();
              break;
            case 'wait':
              office.wait(HOLD_SECONDS / 2);
              break;
            case 'sweep':
              await office.sweep();
          }
          await office.expectConsistency();
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
