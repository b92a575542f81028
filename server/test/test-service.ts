import type { InjectOptions } from 'fastify';
import sql from 'sql-template-tag';
import type { Static } from 'typebox';
import { createApiKey } from '../src/api-keys/create-api-key.ts';
import type { Scope } from '../src/api-keys/scopes.ts';
import { buildApp } from '../src/app.ts';
import { OPERATOR } from '../src/audit-log/actor.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/database/database.ts';
import type { EventJson, EventListJson, TierWithAvailableJson } from '../src/events/schemas.ts';
import { createGeocoder } from '../src/geocoding/geocoder.ts';
import type { Lifecycle } from '../src/http/lifecycle.ts';
import { createOrganization } from '../src/organizations/create-organization.ts';
import type { PaymentProvider } from '../src/payments/provider.ts';
import { configuredProviders, paymentProviders } from '../src/payments/providers.ts';
import { TicketPrinter } from '../src/tickets/documents/ticket-printer.ts';
import type { Uuid } from '../src/uuid.ts';
import { openBrowser } from './browser.ts';
import { openTestDatabase } from './test-database.ts';

export const PUBLIC_URL = 'http://localhost:3000';
/** Its thread loads for a second or two: one for all services of a test process, which it does not keep from ending. */
const printer = new TicketPrinter();

/** As often as in production, and nobody waits for it. */
const READ_AGAIN_AFTER_MS = [1, 4];
export const CUSTOMER = { name: 'Ana Reyes', email: 'ana@example.com' };
export const SUCCESS_URL = 'https://shop.example/thanks';
/** Well-formed, and nobody's. */
export const UNKNOWN_ID = '0190a000-0000-7000-8000-000000000000';
export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export type EventData = Static<typeof EventJson>;
export type EventListData = Static<typeof EventListJson>;
export type TierData = Static<typeof TierWithAvailableJson>;
type Headers = Record<string, string>;

export interface Answer<Data> {
  status: number;
  /** Parsed; `data` of a success, `error` of a failure. Empty when the answer is. */
  body: { data: Data; error: { message: string; status: number } };
  headers: Record<string, string>;
  text: string;
}

interface Settings {
  /** Environment, as an operator would set it. */
  environment?: Record<string, string | undefined>;
  geocoder?: Parameters<typeof buildApp>[0]['geocoder'];
  /** Wraps the database, to hold a statement up or to make it fail. */
  database?: (db: Database) => Database;
  /** Wraps the payment providers, to cut the line to one. */
  provider?: (provider: PaymentProvider) => PaymentProvider;
  /** After which a provider counts as silent. */
  providerTimeoutMs?: number;
}

/**
 * The app that production runs, on a database of its own, with two organizations. The clock stands still until a test
 * moves it; the rate limit is out of the way unless a test sets one.
 */
export async function openTestService({
  environment = {},
  geocoder,
  database = (db) => db,
  provider = (one) => one,
  providerTimeoutMs = 10_000,
}: Settings = {}) {
  const db = await openTestDatabase();
  let now = new Date('2027-02-01T04:00:00.000Z');
  const clock = { now: () => now };
  const lifecycle: Lifecycle = { phase: 'serving' };
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '1000000', ...environment });
  const publicUrl = () => config.publicUrl ?? PUBLIC_URL;
  const lines = { publicUrl, timeoutMs: providerTimeoutMs, readAgainAfterMs: READ_AGAIN_AFTER_MS };
  const parts = {
    config,
    db: database(db),
    clock,
    geocoder: geocoder ?? createGeocoder({ url: null }),
    providers: paymentProviders(db, configuredProviders(db, config, lines).map(provider), config.paymentProvider),
    printer,
    lifecycle,
    publicUrl,
  };
  const app = await buildApp(parts);
  await app.ready();

  /** Any request at all, for what a well-behaved client never sends. */
  async function request<Data = Record<string, unknown>>(options: InjectOptions): Promise<Answer<Data>> {
    const response = await app.inject(options);
    const isJson = String(response.headers['content-type']).startsWith('application/json') && response.body !== '';
    return {
      status: response.statusCode,
      body: isJson ? response.json() : ({} as Answer<Data>['body']),
      headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
      text: response.body,
    };
  }

  const client = (key?: string) => clientWith(key ? { authorization: `Bearer ${key}` } : {});

  function clientWith(credentials: Headers) {
    const call =
      (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
      <Data = Record<string, unknown>>(path: string, body?: unknown, headers: Headers = {}) =>
        request<Data>({
          method,
          url: `/api/v1${path}`,
          headers: { ...credentials, ...headers },
          ...(body === undefined ? {} : { payload: body as object }),
        });
    return { get: call('GET'), post: call('POST'), put: call('PUT'), delete: call('DELETE') };
  }

  const newKey = async (organizationId: Uuid, limits: { scopes?: Scope[]; expiresAt?: Date } = {}) =>
    (await createApiKey(db, { organizationId, actor: OPERATOR, name: 'test', ...limits, now })).key;

  async function organization(name: string) {
    const organizationId = await createOrganization(db, { name, now });
    const key = await newKey(organizationId);
    return { organizationId, key, ...client(key) };
  }

  const [ours, theirs] = [await organization('Lakbay Concerts'), await organization('Isla Events')];
  const browser = openBrowser(app, publicUrl());
  const daysFromNow = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();

  const service = {
    app,
    /** What the app was made of, for a second instance beside it. */
    parts,
    db,
    lifecycle,
    request,
    client,
    clientWith,
    newKey,
    ours,
    theirs,
    organization,
    keyless: client(),
    now: () => now,
    /** Moves the clock; nothing else happens. */
    wait(seconds: number) {
      now = new Date(now.getTime() + seconds * 1_000);
    },
    daysFromNow,

    /** A body that POST /events takes. */
    eventBody: (fields: Record<string, unknown> = {}) => ({
      title: 'Night Market',
      start_datetime: daysFromNow(30),
      capacity: 100,
      ...fields,
    }),
    draft: async (fields: Record<string, unknown> = {}) =>
      must(ours.post<EventData>('/events', service.eventBody(fields))),
    /** A draft that was published. */
    async event(fields: Record<string, unknown> = {}) {
      const { id } = await service.draft(fields);
      return must(ours.put<EventData>(`/events/${id}`, { status: 'active' }));
    },
    readEvent: async (id: string) => must(ours.get<EventData>(`/events/${id}`)),
    addTier: async (event: { id: string }, fields: Record<string, unknown> = {}) =>
      must(
        ours.post<TierData>(`/events/${event.id}/tiers`, { name: 'VIP', price: 500, quantity_total: 10, ...fields }),
      ),

    hold: async (event: { id: string }, fields: Record<string, unknown> = {}) =>
      must(
        ours.post<{ checkout_id: string; checkout_url: string }>('/checkouts', {
          event_id: event.id,
          quantity: 1,
          customer: CUSTOMER,
          success_url: SUCCESS_URL,
          ...fields,
        }),
      ),
    /** Buys through the hosted pages, as a customer would. */
    async buy(event: { id: string }, fields: Record<string, unknown> = {}) {
      const { checkout_id, checkout_url } = await service.hold(event, fields);
      const page = await browser.open(checkout_url);
      const pay = page.forms.filter(({ action }) => action.endsWith('/pay'));
      const next = await browser.submit({ ...page, forms: pay });
      if (next.status !== 0) await browser.submit(next, { press: 'authorize' });
      return must(ours.get<{ order_id: string; ticket_ids: string[] }>(`/checkouts/${checkout_id}`));
    },

    /** Bodies of the recorded notifications about one event, oldest first. */
    async notifications({ id }: { id: string }) {
      const rows = await db.query<{ type: string; body: string }>(sql`
        select type, body from notifications
         where organization_id = ${ours.organizationId} and body::json -> 'data' ->> 'event_id' = ${id}
         order by created_at, id`);
      return rows.map(({ type, body }) => ({ column: type, ...(JSON.parse(body) as NotificationBody) }));
    },

    async close() {
      await app.close();
      await db.close();
    },
  };
  return service;
}

export type TestService = Awaited<ReturnType<typeof openTestService>>;

interface NotificationBody {
  id: string;
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}

/** The data of a success. */
export async function must<Data>(answer: Promise<Answer<Data>>): Promise<Data> {
  const { status, body, text } = await answer;
  if (status >= 300) throw new Error(`expected success, not ${status}: ${text}`);
  return body.data;
}
