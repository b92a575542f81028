import { afterEach, describe, expect, test } from 'vitest';
import { NO_EVENT_LOCK, READ_OF_EVENT, type Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { openHall, rows } from '../fixtures/hall.ts';
import { control } from './control.ts';

interface Reservation {
  id: string;
  state: string;
  picked_up: number;
  items: { tier_id: string }[];
}

/**
 * Without the event's lock only the row of the checkout puts two pick-ups in order: it is read without its lock, too.
 */
const NO_LOCKS: Sabotage = [...NO_EVENT_LOCK, ['order by c.id for update', 'order by c.id']];

describe('places kept for a name, on two instances', () => {
  let office: BoxOffice;
  afterEach(() => office.close());
  const open = async (sabotage: Sabotage = []) => {
    office = await openBoxOffice({ sabotage, instances: 2 });
  };

  const keep = async (event: { id: string }, items: object[], fields: object = {}) =>
    (await office.call<Reservation>('POST', '/reservations', { event_id: event.id, items, name: 'Santos', ...fields }))
      .data;
  const pickUp = ({ id }: Reservation, items?: object[]) => {
    const body = { customer: { email: 'window@example.com' }, payment_method: 'CASH', ...(items ? { items } : {}) };
    return office.call<{ id: string }>('POST', `/reservations/${id}/pick-up`, body);
  };
  const letGo = ({ id }: Reservation) => office.call('POST', `/reservations/${id}/let-go`);
  const sold = (answers: { status: number }[]) => answers.filter(({ status }) => status === 201).length;

  /** Two windows pick up the same seats, and a buyer wants them. @returns how many orders each made */
  async function twoWindows() {
    const hall = await openHall(office, rows(['A', 2]));
    const kept = await keep(hall, [{ section_id: hall.sectionId, quantity: 2 }]);
    const buyer = { section_id: hall.sectionId, quantity: 1 };
    const [first, second, bought] = await Promise.all([pickUp(kept), pickUp(kept), office.askCheckout(hall, buyer)]);
    return { hall, orders: sold([first, second]), bought: sold([bought]), answers: [first, second] };
  }

  test('two pick-ups of the same places: one order, and no other buyer gets a seat', async () => {
    await open();
    for (let round = 0; round < 5; round++) {
      const { hall, orders, bought } = await twoWindows();
      expect([orders, bought]).toEqual([1, 0]);
      expect(await office.counters(hall)).toEqual({ sold: 2, held: 0 });
    }
    await office.expectConsistency();
  });

  control('on PostgreSQL without the locks only the constraint is left, and a window sees an error', async () => {
    await open(NO_LOCKS);
    if (office.db.kind === 'pglite') return; // one connection, so transactions run one after the other
    office.meetAfter(READ_OF_EVENT);
    const { answers } = await twoWindows();
    expect(answers.filter(({ status }) => status === 500).length).toBeGreaterThan(0);
  });

  test('parts picked up at once: never more than was kept', async () => {
    await open();
    const event = await office.event({ capacity: 9 });
    const kept = await keep(event, [{ quantity: 5 }]);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => pickUp(kept, [{ tier_id: event.tierId, quantity: 2 }])),
    );
    expect(sold(answers)).toBe(2);
    expect(await office.counters(event)).toEqual({ sold: 4, held: 1 });
    await office.expectConsistency();
  });

  test.each(['let go', 'cancelled', 'over'])(
    'a pick-up against places that are %s: one of the two wins',
    async (end) => {
      await open();
      for (let round = 0; round < 5; round++) {
        const event = await office.event({ capacity: 2 });
        const until = new Date(office.now().getTime() + 1_000).toISOString();
        const kept = await keep(event, [{ quantity: 2 }], end === 'over' ? { until } : {});
        if (end === 'over') office.wait(round % 2);
        const [picked] = await Promise.all([
          pickUp(kept),
          end === 'let go'
            ? letGo(kept)
            : end === 'cancelled'
              ? office.cancelEvent(event)
              : Promise.all([office.sweep(), office.askCheckout(event, { quantity: 2 })]),
        ]);
        expect([201, 409]).toContain(picked.status);
        const counters = await office.counters(event);
        if (picked.status === 201 && end !== 'cancelled') expect(counters).toEqual({ sold: 2, held: 0 });
        if (picked.status === 409) expect(counters?.sold).toBe(0);
        await office.expectConsistency();
      }
    },
  );
});
