import { afterEach, describe, expect, test } from 'vitest';
import { type BoxOffice, openBoxOffice, PUBLIC_URL } from '../fixtures/box-office.ts';
import { control } from './control.ts';

const PRESSES = 8;
const GUARD = 'where f.checkout_id is null and f.sent_at <=';

describe(`one form of the shop, sent ${PRESSES} times at once, on two instances`, () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  async function rush(sabotage: readonly (readonly [string, string])[] = []) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    const event = await office.event({ slug: 'pressed-often', capacity: 100 });
    const page = await office.browser.open(`${PUBLIC_URL}/shop/lakbay-concerts/pressed-often`);
    const fields = { name: 'Ana Reyes', email: 'ana@example.com', [`q_${event.tierId}`]: '1' };
    const press = () => office.browser.submit(page, { press: 'Continue', fields });
    const pages = await Promise.all(Array.from({ length: PRESSES }, press));
    return { event, urls: new Set(pages.map(({ url }) => url)) };
  }

  test('leads to one checkout', async () => {
    const { event, urls } = await rush();
    expect([...urls]).toEqual([expect.stringMatching(/\/c\/cs_/)]);
    expect(await office.counters(event)).toEqual({ sold: 0, held: 1 });
  });

  control('leads to several when every request may take the form over', async () => {
    const { event } = await rush([[GUARD, 'where true or f.sent_at <=']]);
    expect(office.sabotageUsed()).toBe(true);
    expect((await office.counters(event))?.held).toBeGreaterThan(1);
  });
});
