import type { InjectOptions } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { buildApp } from '../src/app.ts';
import { followPayments } from '../src/checkouts/payment/follow-payments.ts';
import { releaseAllOverdueHolds } from '../src/checkouts/release-overdue-holds.ts';
import type { PaymentMethod, PaymentProvider } from '../src/payments/provider.ts';
import { sendRefunds } from '../src/payments/send-refunds.ts';
import { expectBooksBalance } from './books.ts';
import { openBrowser, type Page } from './browser.ts';
import { breakable, type Sabotage, sabotaged } from './sabotage.ts';
import { openTestService, PUBLIC_URL, SUCCESS_URL, CUSTOMER as someone } from './test-service.ts';

export { PUBLIC_URL, SUCCESS_URL };
export const HOLD_SECONDS = 900;
export const CUSTOMER = { ...someone, phone: '+63 917 000 0000' };

export interface Answer<Data> {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  /** Of a success. */
  data: Data;
  /** The message of a failure. */
  message: string;
}

export interface EventOnSale {
  id: string;
  title: string;
  /** The default tier. */
  tierId: string;
}

export interface CheckoutState {
  checkout_id: string;
  status: string;
  quantity: number;
  subtotal: number;
  discount: number;
  total_amount: number;
  expires_at: string;
  order_id: string | null;
  ticket_ids: string[];
  assigned_seats: { section: string; row: string; seat: number; label: string }[];
}

export interface Bought {
  checkoutId: string;
  orderId: string;
  ticketIds: string[];
  /** The first of them. */
  ticketId: string;
}

type Calls = 'createSession' | 'readSession' | 'closeSession' | 'refund';

/**
 * The test service with the words of a box office, and two more edges in the test's hands: the payment provider fails when
 * told to, and what runs periodically runs when the test says so. `instances` share the database, each
 * with lanes of its own, and take turns.
 */
export async function openBoxOffice({
  sabotage = [],
  instances = 1,
  spoilt = sabotage.length > 0,
  environment = {},
  providerTimeoutMs,
}: {
  sabotage?: Sabotage;
  instances?: number;
  /** Its books are not true in the end: a guard was taken away, or rows were written by hand. */
  spoilt?: boolean;
  environment?: Record<string, string>;
  providerTimeoutMs?: number;
} = {}) {
  const failing = new Set<Calls>();
  const guards = new Set<string>();
  let broken: string | undefined;
  const service = await openTestService({
    environment: { CHECKOUT_HOLD_SECONDS: String(HOLD_SECONDS), ...environment },
    ...(providerTimeoutMs ? { providerTimeoutMs } : {}),
    database: (db) => breakable(sabotaged(db, sabotage, guards), () => broken),
    provider: (provider) => unreliable(provider, failing),
  });
  const { app, db, ours, parts } = service;
  const { organizationId } = ours;
  const { clock, providers } = parts;
  const others = await Promise.all(
    Array.from({ length: instances - 1 }, () => buildApp({ ...parts, db: { ...parts.db } })),
  );
  await Promise.all(others.map((other) => other.ready()));
  const apps = [app, ...others];
  let requests = 0;
  /** As behind a load balancer. */
  const inject = (request: InjectOptions) => (apps[requests++ % apps.length] ?? app).inject(request);
  const browser = openBrowser({ inject }, parts.publicUrl());

  async function call<Data = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<Data>> {
    const request: InjectOptions = {
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${ours.key}`, ...headers },
      ...(body ? { payload: body } : {}),
    };
    const response = await inject(request);
    const isJson = String(response.headers['content-type']).startsWith('application/json') && response.body !== '';
    const json: { data?: Data; error?: { message: string } } = isJson ? response.json() : {};
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body,
      data: json.data as Data,
      message: json.error?.message ?? '',
    };
  }

  async function must<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
    const { status, data, body } = await answer;
    if (status >= 300) throw new Error(`expected success, not ${status}: ${body}`);
    return data;
  }

  const office = {
    /** The words of the test service. */
    service,
    clock,
    app,
    db,
    /** The sandbox, for a test that changes what it does. */
    provider: providers.named('sandbox'),
    parts,
    browser,
    organizationId,
    apiKey: ours.key,
    newKey: () => service.newKey(organizationId),
    config: parts.config,
    /** The other organization. */
    others: service.theirs,
    inject,
    /** Whether every statement that was to be sabotaged was met. */
    sabotageUsed: () => sabotage.every(([guard]) => guards.has(guard)),
    /** Calls of the provider that throw until taken out again. */
    failing,
    /** Statements with this text fail until it is mended. */
    breakDatabase(text: string) {
      broken = text;
    },
    mendDatabase() {
      broken = undefined;
    },
    call,
    now: service.now,
    wait: service.wait,

    /** An event on sale with one General Admission tier. */
    async event({
      capacity = 100,
      price = 500,
      ...fields
    }: Record<string, unknown> & { capacity?: number; price?: number } = {}) {
      const start = service.daysFromNow(30);
      const created = await must(
        call<{ id: string; title: string; ticket_tiers: { id: string }[] }>('POST', '/events', {
          title: 'Night Market',
          start_datetime: start,
          capacity,
          ticket_price: price,
          ...fields,
        }),
      );
      await must(call('PUT', `/events/${created.id}`, { status: 'active' }));
      return { id: created.id, title: created.title, tierId: created.ticket_tiers[0]?.id ?? '' };
    },

    async tier(event: EventOnSale, fields: Record<string, unknown> = {}): Promise<string> {
      const body = { name: 'VIP', price: 1_500, quantity_total: 10, ...fields };
      return (await must(call<{ id: string }>('POST', `/events/${event.id}/tiers`, body))).id;
    },

    askCheckout: (
      event: Pick<EventOnSale, 'id'>,
      fields: Record<string, unknown> = {},
      headers: Record<string, string> = {},
    ) =>
      call<{ checkout_id: string; checkout_url: string; expires_at: string }>(
        'POST',
        '/checkouts',
        { event_id: event.id, quantity: 1, customer: CUSTOMER, success_url: SUCCESS_URL, ...fields },
        headers,
      ),
    checkout: (event: Pick<EventOnSale, 'id'>, fields: Record<string, unknown> = {}) =>
      must(office.askCheckout(event, fields)),
    stateOf: (checkoutId: string) => must(call<CheckoutState>('GET', `/checkouts/${checkoutId}`)),

    /** Opens the hosted page and presses Pay. @returns the provider's page, or where a free checkout ended */
    async pay(checkout: { checkout_url: string }, method?: PaymentMethod): Promise<Page> {
      const page = await browser.open(checkout.checkout_url);
      return browser.submit(page, { fields: method ? { payment_method: method } : {} });
    },

    /** Buys through the pages as a customer would. */
    async buy(
      event: Pick<EventOnSale, 'id'>,
      fields: Record<string, unknown> = {},
      method?: PaymentMethod,
    ): Promise<Bought> {
      const checkout = await office.checkout(event, fields);
      const page = await office.pay(checkout, method);
      if (page.status !== 0) await browser.submit(page, { press: 'authorize' });
      const { order_id: orderId, ticket_ids: ticketIds, status } = await office.stateOf(checkout.checkout_id);
      if (orderId === null) throw new Error(`the checkout is ${status}`);
      return { checkoutId: checkout.checkout_id, orderId, ticketIds, ticketId: ticketIds[0] ?? '' };
    },

    /** What runs every second. */
    followPayments: () => followPayments(db, providers, { holdSeconds: HOLD_SECONDS, now: clock.now(), log: app.log }),
    sweep: () => releaseAllOverdueHolds(db, clock.now()),
    sendRefunds: () => sendRefunds(db, providers, clock, app.log),

    cancelEvent: (event: Pick<EventOnSale, 'id'>) => must(call('PUT', `/events/${event.id}`, { status: 'cancelled' })),

    /** Counters as stored, of the event and of its tiers together. */
    async counters(event: Pick<EventOnSale, 'id'>) {
      const [row] = await db.query<{ sold: number; held: number }>(sql`
        select sold, held from events where organization_id = ${organizationId} and id = ${event.id}`);
      return row;
    },

    /** Bodies of the notifications of one type, oldest first. */
    async notifications<Data = Record<string, unknown>>(type: string) {
      const rows = await db.query<{ body: string }>(sql`
        select body from notifications where organization_id = ${organizationId} and type = ${type} order by created_at, id`);
      return rows.map(({ body }) => JSON.parse(body) as { id: string; type: string; created_at: string; data: Data });
    },

    refunds: () =>
      db.query<{
        amount_centavos: number;
        status: string;
        tries: number;
        reason: string;
        failure_reason: string | null;
      }>(sql`
        select amount_centavos, status, tries, reason, failure_reason from refunds
         where organization_id = ${organizationId} order by created_at, id`),

    /** Rows of a table, for the few facts that no answer shows. */
    async count(table: string): Promise<number> {
      const [row] = await db.query<{ count: number }>(sql`select count(*) from ${raw(table)}`);
      return row?.count ?? 0;
    },

    booksBalance: () => expectBooksBalance(db, clock.now()),

    /** Whatever the test was about: in the end its books are true, unless it took a guard away. */
    async close() {
      try {
        if (!spoilt) await office.booksBalance();
      } finally {
        await Promise.all(others.map((other) => other.close()));
        await service.close();
      }
    },
  };
  return office;
}

export type BoxOffice = Awaited<ReturnType<typeof openBoxOffice>>;

/** A provider behind a line that can be cut. */
function unreliable(provider: PaymentProvider, failing: Set<Calls>): PaymentProvider {
  const check = (call: Calls) => {
    if (failing.has(call)) throw new Error(`the line to the provider is cut (${call})`);
  };
  return {
    ...provider,
    async createSession(request) {
      check('createSession');
      return provider.createSession(request);
    },
    async readSession(ref) {
      check('readSession');
      return provider.readSession(ref);
    },
    async closeSession(ref) {
      check('closeSession');
      return provider.closeSession(ref);
    },
    async refund(request) {
      check('refund');
      return provider.refund(request);
    },
  };
}
