import { afterEach, describe, expect, test } from 'vitest';
import { newToken } from '../../src/values/token.ts';
import { BLIND_TO_COUNTERS, dropConstraints, OVERSELL_CHECKS, type Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';

const BUYERS = 500;
const PLACES = 50;
/** More than the places together: the event and each tier can be what runs out. */
const SIZES = [25, 20, 15];

interface Listed {
  quantity: number;
  items: { tier_id: string; quantity: number }[];
}

describe(`${BUYERS} buyers in the shop for ${PLACES} places of three tiers, in mixed orders, on two instances`, () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  async function open(sabotage: Sabotage = []) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    if (sabotage.length > 0) await dropConstraints(office.db, ...OVERSELL_CHECKS);
    const event = await office.event({ slug: 'rush', capacity: PLACES });
    await office.call('PUT', `/tiers/${event.tierId}`, { quantity_total: SIZES[0] });
    const others = await Promise.all(SIZES.slice(1).map((size) => office.tier(event, { quantity_total: size })));
    return { ...event, tiers: [event.tierId, ...others] };
  }

  /** One to three tiers, 1 or 2 places each; the last hundred buyers want one place. */
  function wishOf(tiers: string[], buyer: number): Map<string, number> {
    const count = buyer >= BUYERS - 100 ? 1 : 1 + ((buyer * 7) % 3);
    return new Map(
      Array.from({ length: count }, (_, index) => [
        tiers[(buyer + index) % 3] ?? '',
        buyer >= BUYERS - 100 ? 1 : 1 + ((buyer + index) % 2),
      ]),
    );
  }

  /** Every buyer sends the form of the page at once, each from another network. */
  async function rush({ tiers }: { tiers: string[] }) {
    const wishes = Array.from({ length: BUYERS }, (_, buyer) => wishOf(tiers, buyer));
    const answers = await Promise.all(
      wishes.map((wish, buyer) =>
        office.inject({
          method: 'POST',
          url: '/shop/lakbay-concerts/rush',
          remoteAddress: `198.51.${Math.floor(buyer / 200)}.${buyer % 200}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({
            ...{ token: newToken(), name: 'Ana Reyes', email: `buyer${buyer}@example.com` },
            ...Object.fromEntries([...wish].map(([tier, quantity]) => [`q_${tier}`, `${quantity}`])),
          }).toString(),
        }),
      ),
    );
    const sent = answers.flatMap(({ statusCode, headers }, buyer) =>
      statusCode === 303 ? [{ path: String(headers.location), wish: wishes[buyer] ?? new Map<string, number>() }] : [],
    );
    return { statuses: new Set(answers.map(({ statusCode }) => statusCode)), sent };
  }

  const stateOf = (path: string) => office.stateOf(path.split('/').at(-1) ?? '') as Promise<Listed>;

  test('get exactly these places: each all that was chosen, or a page that says what is left', async () => {
    const event = await open();
    const { statuses, sent } = await rush(event);
    // 200: the page says that others hold everything; it has no form any more.
    expect([...statuses.difference(new Set([200, 303, 400]))]).toEqual([]);
    const byTier = new Map<string, number>();
    for (const { path, wish } of sent) {
      const { items } = await stateOf(path);
      expect(new Map(items.map(({ tier_id, quantity }) => [tier_id, quantity]))).toEqual(wish);
      for (const { tier_id, quantity } of items) byTier.set(tier_id, (byTier.get(tier_id) ?? 0) + quantity);
    }
    const held = [...byTier.values()].reduce((sum, quantity) => sum + quantity, 0);
    expect(held).toBe(PLACES);
    for (const [index, tier] of event.tiers.entries()) expect(byTier.get(tier)).toBeLessThanOrEqual(SIZES[index] ?? 0);
    expect(sent.some(({ wish }) => wish.size > 1)).toBe(true);
    expect(await office.counters(event)).toEqual({ sold: 0, held: PLACES });
    await office.expectConsistency();
  });

  control('get more when neither the code nor a constraint counts', async () => {
    const event = await open(BLIND_TO_COUNTERS);
    await rush(event);
    expect(office.sabotageUsed()).toBe(true);
    expect((await office.counters(event))?.held).toBeGreaterThan(PLACES);
  });
});
