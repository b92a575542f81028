import { afterEach, describe, expect, test } from 'vitest';
import { findBroken } from '../consistency/expect-consistency.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { holdSeats, openHall, rows } from '../fixtures/hall.ts';
import { promoCodeWords } from '../fixtures/promo-code-words.ts';

const BUYERS = 6;
/** Over all rows. On the embedded database each invariant takes its turn between the buyers' transactions. */
const LOOKS = 8;

describe('the consistency check during an on-sale, on two instances', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  test('never sees half a sale, however often it runs', async () => {
    office = await openBoxOffice({ instances: 2 });
    const market = await office.event({ capacity: 40 });
    await promoCodeWords(office).code(market, { code: 'EARLY', usage_limit: 20 });
    const hall = await openHall(office, rows(['A', 12], ['B', 12], ['C', 12]));

    /** Holds a place or a seat; buys, releases or abandons it; checks in; requests a refund. */
    async function visit(buyer: number, round: number) {
      const seated = buyer % 2 === 0;
      const { checkout_id, checkout_url } = seated
        ? await holdSeats(office, hall, 1 + (round % 3))
        : await office.checkout(market, { quantity: 1 + (round % 3), ...(round % 2 ? { promo_code: 'EARLY' } : {}) });
      if (round % 4 === 3) return office.call('POST', `/checkouts/${checkout_id}/expire`);
      const page = await office.pay({ checkout_url });
      if (round % 5 === 4) return;
      await office.browser.submit(page, { press: 'authorize' });
      const { order_id, ticket_ids } = await office.stateOf(checkout_id);
      await office.call('POST', `/tickets/${ticket_ids[0]}/check-in`);
      return office.call('POST', `/orders/${order_id}/refund`, round % 2 ? { ticket_ids: ticket_ids.slice(0, 1) } : {});
    }

    let looks = 0;
    const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
      for (let round = 0; looks < LOOKS; round++) {
        // Refused if all places are sold or held, which is expected.
        await visit(buyer, round).catch(() => undefined);
        await office.sendRefunds();
        await office.sweep();
      }
    });
    const found = [];
    for (; looks < LOOKS; looks++) found.push(...(await findBroken(office.db, office.now())));
    await Promise.all(buyers);

    expect(found).toEqual([]);
    expect(await office.count('orders')).toBeGreaterThan(BUYERS);
    expect(await office.count('refunds')).toBeGreaterThan(BUYERS);
  });
});
