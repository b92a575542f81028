import { afterAll, afterEach, beforeAll } from 'vitest';
import { type BoxOffice, type EventOnSale, openBoxOffice } from './box-office.ts';
import type { Page } from './browser.ts';

export interface PromoCodeData {
  id: string;
  event_id: string;
  code: string;
  discount_type: 'percentage' | 'fixed_amount';
  discount_amount: number;
  usage_limit: number | null;
  usage_count: number;
  starts_at: string | null;
  expires_at: string | null;
  is_active: boolean;
  created_at: string;
}

/** What a `describe` about promo codes works with, from its `beforeAll` on. */
export interface PromoCodeShop {
  office: BoxOffice;
  words: ReturnType<typeof promoCodeWords>;
  /** Of the last `start`. */
  event: EventOnSale;
  promo: PromoCodeData;
  /** A new event at 100 pesos, or at `price`, with the code EARLY: 10 % off unless the fields say something else. */
  start(fields?: Record<string, unknown>, price?: number): Promise<void>;
}

/** For a `describe`: opens its box office, holds the books against the truth after each test, closes it. */
export function openPromoCodeShop(): PromoCodeShop {
  const shop = {
    async start(fields = {}, price = 100) {
      shop.event = await shop.office.event({ price, capacity: 1_000 });
      shop.promo = await shop.words.code(shop.event, fields);
    },
  } as PromoCodeShop;
  beforeAll(async () => {
    shop.office = await openBoxOffice();
    shop.words = promoCodeWords(shop.office);
  });
  afterEach(async () => {
    shop.office.failing.clear();
    await shop.office.booksBalance();
  });
  afterAll(() => shop.office.close());
  return shop;
}

/** What tests of promo codes say again and again. */
export function promoCodeWords(office: BoxOffice) {
  async function must<Data>(answer: ReturnType<typeof office.call<Data>>): Promise<Data> {
    const { status, data, body } = await answer;
    if (status >= 300) throw new Error(`expected success, not ${status}: ${body}`);
    return data;
  }

  const words = {
    /** 10 % off unless the fields say something else. */
    code: (event: Pick<EventOnSale, 'id'>, fields: Record<string, unknown> = {}) =>
      must(
        office.call<PromoCodeData>('POST', '/promo-codes', {
          event_id: event.id,
          code: 'EARLY',
          discount_type: 'percentage',
          discount_amount: 10,
          ...fields,
        }),
      ),
    read: (promo: { id: string }) => must(office.call<PromoCodeData>('GET', `/promo-codes/${promo.id}`)),
    change: (promo: { id: string }, fields: object) =>
      must(office.call<PromoCodeData>('PUT', `/promo-codes/${promo.id}`, fields)),

    /** What a buyer with this code pays: the refusal's message, or the checkout as it is then. */
    async ask(event: Pick<EventOnSale, 'id'>, code: string, fields: Record<string, unknown> = {}) {
      const { status, data, message } = await office.askCheckout(event, { promo_code: code, ...fields });
      return status === 201 ? office.stateOf(data.checkout_id) : message;
    },

    /** Types the code on the open page. */
    enter(page: Page, code: string): Promise<Page> {
      const forms = page.forms.filter(({ action }) => action.endsWith('/promo'));
      return office.browser.submit({ ...page, forms }, { fields: { promo_code: code } });
    },
    /** Opens the hosted page and types the code. */
    enterOn: async (checkout: { checkout_url: string }, code: string): Promise<Page> =>
      words.enter(await office.browser.open(checkout.checkout_url), code),

    /** What each ticket of an order cost, in centavos, as it was announced; dearest first. */
    async ticketAmounts(ticketIds: string[]): Promise<number[]> {
      const told = await office.notifications<{ ticket_id: string; amount: number }>('ticket.purchased');
      const amounts = told.flatMap(({ data }) => (ticketIds.includes(data.ticket_id) ? [data.amount] : []));
      return amounts.map((pesos) => Math.round(pesos * 100)).toSorted((a, b) => b - a);
    },
  };
  return words;
}
