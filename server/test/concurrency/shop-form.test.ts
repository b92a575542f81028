import { afterEach, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice, PUBLIC_URL } from '../fixtures/box-office.ts';
import { control } from './control.ts';

const PRESSES = 8;
const GUARD = 'where f.checkout_id is null and f.sent_at <=';
const GUARD_OF_CHANGED = 'or f.checkout_id =';

describe(`one form of the shop, sent ${PRESSES} times at once, on two instances`, () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  /** @param before how many tickets the form has ordered before; 0: none */
  async function rush(sabotage: readonly (readonly [string, string])[] = [], before = 0) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    const event = await office.event({ slug: 'pressed-often', capacity: 100 });
    const page = await office.browser.open(`${PUBLIC_URL}/shop/lakbay-concerts/pressed-often`);
    const press = (quantity: number) => {
      const fields = { name: 'Ana Reyes', email: 'ana@example.com', [`q_${event.tierId}`]: `${quantity}` };
      return office.browser.submit(page, { press: 'Continue', fields });
    };
    if (before > 0) await press(before);
    const pages = await Promise.all(Array.from({ length: PRESSES }, () => press(1)));
    return { event, urls: new Set(pages.map(({ url }) => url)) };
  }

  test.each([0, 3])('leads to one checkout, also when it held %i tickets before', async (before) => {
    const { event, urls } = await rush([], before);
    expect([...urls]).toEqual([expect.stringMatching(/\/c\/cs_/)]);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 1 });
  });

  control('changed, leads to several when every request may replace the hold', async () => {
    const { event } = await rush([[GUARD_OF_CHANGED, 'or true or f.checkout_id =']], 3);
    expect(office.sabotageUsed()).toBe(true);
    expect((await office.counters(event))?.held).toBeGreaterThan(1);
  });

  control('leads to several when every request may take the form over', async () => {
    const { event } = await rush([[GUARD, 'where true or f.sent_at <=']]);
    expect(office.sabotageUsed()).toBe(true);
    expect((await office.counters(event))?.held).toBeGreaterThan(1);
  });
});
