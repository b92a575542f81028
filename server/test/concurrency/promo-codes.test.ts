import { afterEach, describe, expect, test } from 'vitest';
import { dropConstraints, NO_EVENT_LOCK, READ_OF_EVENT, type Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, type EventOnSale, HOLD_SECONDS, openBoxOffice } from '../fixtures/box-office.ts';
import { type PromoCodeData, promoCodeWords } from '../fixtures/promo-code-words.ts';
import { control } from './control.ts';

const LIMIT = 5;
const BUYERS = 40;

/** The check reads a code without holds and uses. */
const BLIND_TO_USES: Sabotage = [['usage_limit, used, held,', 'usage_limit, 0 as used, 0 as held,']];

// Each test opens a service of two instances, which takes seconds on a busy machine.
describe('a promo code with limit 5 and 40 buyers at once, on two instances', () => {
  let office: BoxOffice;
  let event: EventOnSale;
  let promo: PromoCodeData;
  afterEach(() => office.close());

  async function open(sabotage: Sabotage = [], { checks = true } = {}) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    if (!checks) await dropConstraints(office.db, 'promo_codes_within_limit');
    event = await office.event({ price: 100 });
    promo = await promoCodeWords(office).code(event, { usage_limit: LIMIT });
  }

  const everyone = <Result>(work: (index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: BUYERS }, (_, index) => work(index)));

  /** All buyers send the code with the checkout. */
  const rush = () => everyone(() => office.askCheckout(event, { promo_code: 'early' }));
  const granted = <Answer extends { status: number }>(answers: Answer[]) =>
    answers.filter(({ status }) => status < 300);

  /** All buyers already hold a place and type the code on their pages. */
  async function rushOfPages() {
    const { enter } = promoCodeWords(office);
    const checkouts = await everyone(() => office.checkout(event));
    const pages = await Promise.all(checkouts.map(({ checkout_url }) => office.browser.open(checkout_url)));
    return Promise.all(pages.map((page) => enter(page, 'EARLY')));
  }

  test('sent with the checkout: exactly 5 get the discount, all others are told that the code is used up', async () => {
    await open();
    const answers = await rush();
    expect(granted(answers)).toHaveLength(LIMIT);
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(others.map(({ status, message }) => `${status} ${message}`))).toEqual(
      new Set(['409 Promo code EARLY has been used up']),
    );
    expect(await office.counters(event)).toEqual({ sold: 0, held: LIMIT });
    await office.expectConsistency();
  });

  test('typed on the page: exactly 5 get the discount, all others keep their place at full price', async () => {
    await open();
    const pages = await rushOfPages();
    expect(granted(pages)).toHaveLength(LIMIT);
    expect(pages.filter(({ status }) => status === 409)).toHaveLength(BUYERS - LIMIT);
    expect(await office.counters(event)).toEqual({ sold: 0, held: BUYERS });
    await office.expectConsistency();
  });

  test('both ways at once, with buyers without a code among them', async () => {
    await open();
    const held = await everyone(() => office.checkout(event));
    const { enterOn } = promoCodeWords(office);
    const answers = await everyone(async (index): Promise<{ status: number }> => {
      const checkout = held[index];
      if (index % 2 === 0 && checkout) return enterOn(checkout, 'EARLY');
      return office.askCheckout(event, index % 3 === 0 ? {} : { promo_code: 'EARLY' });
    });
    const withCode = answers.filter((_, index) => index % 2 === 0 || index % 3 !== 0);
    const without = answers.filter((_, index) => index % 2 === 1 && index % 3 === 0);
    expect(granted(withCode)).toHaveLength(LIMIT);
    expect(granted(without)).toHaveLength(without.length);
    await office.expectConsistency();
  });

  test('uses of expired holds are given out again, once', async () => {
    await open();
    await rush();
    office.wait(HOLD_SECONDS);
    expect(granted(await rush())).toHaveLength(LIMIT);
    await office.expectConsistency();
  });

  test('simultaneous payments of all 5 count 5 uses, none held, and matching sales figures', async () => {
    await open();
    const checkouts = granted(await rush());
    const sandboxes = await Promise.all(checkouts.map(({ data }) => office.pay(data)));
    await Promise.all(sandboxes.map((page) => office.browser.submit(page, { press: 'authorize' })));
    expect(await promoCodeWords(office).read(promo)).toMatchObject({ usage_count: LIMIT });
    expect(granted(await rush())).toEqual([]);
    const { data } = await office.call('GET', `/analytics/sales?event_id=${event.id}`);
    expect(data).toMatchObject({ total_orders: LIMIT, total_revenue: 90 * LIMIT, total_discounts: 10 * LIMIT });
    await office.expectConsistency();
  });

  test('lowering the limit at the same time succeeds, and then holds, or is refused', async () => {
    await open();
    const lower = () => office.call<PromoCodeData>('PUT', `/promo-codes/${promo.id}`, { usage_limit: 2 });
    const [answers, lowered] = await Promise.all([rush(), lower()]);
    expect(granted(answers)).toHaveLength(lowered.status === 200 ? 2 : LIMIT);
    await office.expectConsistency();
  });

  test('without the check in the code the constraint still enforces the limit', async () => {
    await open(BLIND_TO_USES);
    const pages = await rushOfPages();
    expect(office.sabotageUsed()).toBe(true);
    expect(granted(pages)).toHaveLength(LIMIT);
    await office.expectConsistency();
  });

  control('without check and constraint the limit is exceeded, both ways', async () => {
    await open(BLIND_TO_USES, { checks: false });
    expect(granted(await rush()).length).toBeGreaterThan(LIMIT);
    expect(granted(await rushOfPages()).length).toBeGreaterThan(LIMIT);
    await expect(office.expectConsistency()).rejects.toThrow('within its limit');
  });

  control('on PostgreSQL the limit is exceeded without the event’s lock and the constraint', async () => {
    await open(NO_EVENT_LOCK, { checks: false });
    if (office.db.kind === 'pglite') return; // one connection, so transactions run one after the other
    office.meetAfter(READ_OF_EVENT);
    const most = granted(await rushOfPages()).length;
    expect(office.sabotageUsed()).toBe(true);
    expect(most).toBeGreaterThan(LIMIT);
  });
});
