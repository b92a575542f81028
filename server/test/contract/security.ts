import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { newId, type Uuid } from '../../src/values/uuid.ts';
import { listen } from '../fixtures/listen.ts';
import { openMember, SAME_ORIGIN } from '../fixtures/members.ts';
import { CUSTOMER, must, SUCCESS_URL, type TestService, UNKNOWN_ID } from '../fixtures/test-service.ts';
import { CALLERS, type Callers, hasAccess, isForPeople, KIND_OF, refusalOf } from './callers.ts';

/** One operation of the route table, as OpenAPI names it. */
export interface Operation {
  operationId: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
}

/** Ids that the requests name: all of one organization, all unknown, or all malformed. */
export interface Ids {
  event: string;
  series: string;
  checkInList: string;
  passage: string;
  doorLink: string;
  tier: string;
  question: string;
  checkout: string;
  entry: string;
  message: string;
  ticket: string;
  order: string;
  reservation: string;
  ticketNumber: string;
  refundRequest: string;
  promoCode: string;
  plan: string;
  subscription: string;
  webhook: string;
  delivery: string;
  apiKey: string;
  member: string;
  invitation: string;
  provider: string;
}

interface Request {
  /** What `{id}` stands for in the path. */
  id?: string;
  query?: string;
  body?: object;
  /** Media type of a body that is not JSON. */
  type?: string;
}

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const IMPORT = { csv: 'email\nfe@example.com', payment_method: 'COMP', send_tickets: false };

/** A URL that is none of RFC 3986, which clients in Java would refuse to read. */
const BROWSERS_TAKE_IT = 'https://hooks.example/a|b';

/** A complete request per operation. A new operation fails the security tests until it has its line here. */
export const REQUESTS: Record<string, (ids: Ids) => Request> = {
  getOrganization: () => ({}),
  updateOrganization: () => ({ body: { color: '#0B57A4', terms_url: `${BROWSERS_TAKE_IT}/terms` } }),
  uploadLogo: () => ({ body: PIXEL, type: 'image/png' }),
  deleteLogo: () => ({}),
  uploadCover: ({ event }) => ({ id: event, body: PIXEL, type: 'image/png' }),
  deleteCover: ({ event }) => ({ id: event }),
  requireTwoFactor: () => ({ body: { required: false } }),
  openTestOrganization: () => ({}),
  listEvents: () => ({}),
  createEvent: () => ({
    body: {
      title: 'Night Market',
      start_datetime: '2027-05-01T20:00:00+08:00',
      capacity: 10,
      cover_image_url: `${BROWSERS_TAKE_IT}/cover.jpg`,
    },
  }),
  getEvent: ({ event }) => ({ id: event }),
  listCheckInLists: ({ event }) => ({ id: event }),
  createCheckInList: ({ event }) => ({ id: event, body: { name: 'Lounge', passes: 'once' } }),
  updateCheckInList: ({ checkInList }) => ({ id: checkInList, body: { name: 'Renamed' } }),
  deleteCheckInList: ({ checkInList }) => ({ id: checkInList }),
  listDoorLinks: ({ event }) => ({ id: event }),
  createDoorLink: ({ event }) => ({ id: event, body: { name: 'Gate B', ends_at: '2027-02-03T20:00:00+08:00' } }),
  revokeDoorLink: ({ doorLink }) => ({ id: doorLink }),
  updateEvent: ({ event }) => ({ id: event, body: { title: 'Renamed' } }),
  createTier: ({ event }) => ({ id: event, body: { name: 'VIP', price: 1, quantity_total: 1 } }),
  updateTier: ({ tier }) => ({ id: tier, body: { name: 'Renamed' } }),
  deleteTier: ({ tier }) => ({ id: tier }),
  listQuestions: ({ event }) => ({ id: event }),
  createQuestion: ({ event }) => ({ id: event, body: { asked_of: 'order', kind: 'text', label: 'Company' } }),
  updateQuestion: ({ question }) => ({ id: question, body: { label: 'Employer' } }),
  deleteQuestion: ({ question }) => ({ id: question }),
  listSections: ({ event }) => ({ id: event }),
  getSeatingPlan: ({ event }) => ({ id: event }),
  listSeats: ({ event }) => ({ id: event }),
  replaceSeatingPlan: ({ event, tier }) => ({
    id: event,
    body: { sections: [{ label: 'Lower', tier_ids: [tier], rows: [{ label: 'A', seats: 1 }] }] },
  }),
  blockSeats: ({ event }) => ({ id: event, body: { section: 'Lower', row: 'A', seats: [1] } }),
  unblockSeats: ({ event }) => ({ id: event, body: { section: 'Lower', row: 'A', seats: [1] } }),
  createCheckout: ({ event }) => ({
    body: { event_id: event, quantity: 1, customer: CUSTOMER, success_url: SUCCESS_URL },
  }),
  getCheckout: ({ checkout }) => ({ id: checkout }),
  changeCheckout: ({ checkout }) => ({ id: checkout, body: { customer: { name: 'Ana Cruz' } } }),
  expireCheckout: ({ checkout }) => ({ id: checkout }),
  listCheckouts: ({ event }) => ({ query: `?event_id=${event}` }),
  releaseCheckout: ({ checkout }) => ({ id: checkout }),
  joinWaitingList: ({ event }) => ({
    id: event,
    body: { quantity: 1, customer: CUSTOMER, success_url: SUCCESS_URL },
  }),
  listWaitingList: ({ event }) => ({ id: event }),
  removeFromWaitingList: ({ entry }) => ({ id: entry }),
  listOrders: ({ event }) => ({ query: `?event_id=${event}` }),
  createOrder: ({ event }) => ({
    body: { event_id: event, items: [{ quantity: 1 }], customer: CUSTOMER, payment_method: 'CASH' },
  }),
  getBoxOfficeClosing: ({ event }) => ({ query: `?event_id=${event}` }),
  createReservation: ({ event }) => ({ body: { event_id: event, items: [{ quantity: 1 }], name: 'Mrs. Santos' } }),
  listReservations: ({ event }) => ({ query: `?event_id=${event}` }),
  updateReservation: ({ reservation }) => ({ id: reservation, body: { note: 'Aisle' } }),
  pickUpReservation: ({ reservation }) => ({ id: reservation, body: { customer: CUSTOMER, payment_method: 'CASH' } }),
  letGoReservation: ({ reservation }) => ({ id: reservation }),
  getOrder: ({ order }) => ({ id: order }),
  listMails: ({ order }) => ({ id: order }),
  resendOrder: ({ order }) => ({ id: order }),
  changeOrder: ({ order, ticket, tier }) => ({ id: order, body: { tickets: [{ ticket_id: ticket, tier_id: tier }] } }),
  changeCustomer: ({ order }) => ({ id: order, body: { name: 'Ana Cruz' } }),
  refundOrder: ({ order }) => ({ id: order }),
  listRefundRequests: ({ event, order }) => ({ query: `?event_id=${event}&order_id=${order}` }),
  approveRefundRequest: ({ refundRequest }) => ({ id: refundRequest }),
  declineRefundRequest: ({ refundRequest }) => ({ id: refundRequest }),
  getTicket: ({ ticket }) => ({ id: ticket }),
  findTicketByCode: ({ ticketNumber }) => ({ query: `?code=${encodeURIComponent(ticketNumber)}` }),
  checkInTicket: ({ ticket }) => ({ id: ticket }),
  checkInByCode: ({ ticketNumber }) => ({ body: { code: ticketNumber } }),
  listTicketKeys: () => ({}),
  undoCheckIn: ({ ticket }) => ({ id: ticket }),
  listPassages: ({ ticket }) => ({ id: ticket }),
  undoPassage: ({ passage }) => ({ id: passage }),
  resendTicket: ({ ticket }) => ({ id: ticket }),
  reissueTicket: ({ ticket }) => ({ id: ticket }),
  refundTicket: ({ ticket }) => ({ id: ticket }),
  listAttendees: ({ event }) => ({ id: event }),
  exportAttendees: ({ event }) => ({ id: event }),
  previewImport: ({ event }) => ({ id: event, body: IMPORT }),
  importAttendees: ({ event }) => ({ id: event, body: IMPORT }),
  exportOrders: ({ event }) => ({ query: `?event_id=${event}` }),
  listMessages: ({ event }) => ({ id: event }),
  createMessage: ({ event }) => ({ id: event, body: { subject: 'Gates', text: 'They open at five.' } }),
  previewMessage: ({ event }) => ({ id: event, body: { subject: 'Gates', text: 'They open at five.' } }),
  testMessage: ({ event }) => ({ id: event, body: { subject: 'Gates', text: 'They open at five.' } }),
  cancelMessage: ({ message }) => ({ id: message }),
  getSales: ({ event }) => ({ query: `?event_id=${event}` }),
  getDoor: ({ event }) => ({ id: event }),
  duplicateEvent: ({ event }) => ({ id: event }),
  addDates: ({ event }) => ({ id: event, body: { start_datetimes: ['2027-06-01T20:00:00+08:00'] } }),
  previewDates: ({ event }) => ({ id: event, body: { start_datetimes: ['2027-07-01T20:00:00+08:00'] } }),
  moveToSeries: ({ event, series }) => ({ id: event, body: { series_id: series } }),
  listSeries: () => ({}),
  getSeries: ({ series }) => ({ id: series }),
  updateSeries: ({ series }) => ({ id: series, body: { name: 'Renamed' } }),
  listPaymentAccounts: () => ({}),
  getPaymentAccount: ({ provider }) => ({ id: provider }),
  setPaymentAccount: ({ provider }) => ({ id: provider, body: { secret_key: 'sk_test_1', webhook_secret: 'whsk_1' } }),
  removePaymentAccount: ({ provider }) => ({ id: provider }),
  listChanges: () => ({}),
  getOverview: () => ({}),
  streamLive: () => ({}),
  getSalesSeries: ({ event }) => ({ query: `?from=2027-02-01&to=2027-02-28&event_id=${event}` }),
  createPromoCode: ({ event }) => ({
    body: { event_id: event, code: 'EARLY', discount_type: 'percentage', discount_amount: 10 },
  }),
  listPromoCodes: ({ event }) => ({ query: `?event_id=${event}` }),
  getPromoCode: ({ promoCode }) => ({ id: promoCode }),
  updatePromoCode: ({ promoCode }) => ({ id: promoCode, body: { is_active: true } }),
  listSubscriptionTiers: () => ({}),
  createSubscriptionTier: () => ({ body: { name: 'Patron', price_monthly: 100 } }),
  updateSubscriptionTier: ({ plan }) => ({ id: plan, body: { name: 'Renamed' } }),
  listSubscriptions: ({ plan }) => ({ query: `?tier_id=${plan}` }),
  getSubscription: ({ subscription }) => ({ id: subscription }),
  createSubscription: () => ({}),
  cancelSubscription: ({ subscription }) => ({ id: subscription }),
  exportBuyer: () => ({ body: { email: 'nobody@example.com' } }),
  eraseBuyer: () => ({ body: { email: 'nobody@example.com' } }),
  createWebhook: () => ({ body: { url: `${BROWSERS_TAKE_IT}/a`, events: ['ticket.purchased'] } }),
  listWebhooks: () => ({}),
  getWebhook: ({ webhook }) => ({ id: webhook }),
  updateWebhook: ({ webhook }) => ({ id: webhook, body: { is_active: false } }),
  deleteWebhook: ({ webhook }) => ({ id: webhook }),
  rotateWebhookSecret: ({ webhook }) => ({ id: webhook }),
  testWebhook: ({ webhook }) => ({ id: webhook }),
  listWebhookDeliveries: ({ webhook }) => ({ id: webhook }),
  redeliverWebhook: ({ delivery }) => ({ id: delivery }),
  listNotifications: () => ({}),
  listDeliveries: ({ webhook }) => ({ query: `?webhook_id=${webhook}` }),
  getDelivery: ({ delivery }) => ({ id: delivery }),
  replayWebhook: ({ webhook }) => ({ id: webhook, body: { status: 'failed' } }),
  listApiKeys: () => ({}),
  getCurrentApiKey: () => ({}),
  createApiKey: () => ({ body: { name: 'Door', scopes: ['door'] } }),
  revokeApiKey: ({ apiKey }) => ({ id: apiKey }),
  getTeam: () => ({}),
  changeRole: ({ member }) => ({ id: member, body: { role: 'door' } }),
  removeMember: ({ member }) => ({ id: member }),
  logOutMember: ({ member }) => ({ id: member }),
  createInvitation: () => ({ body: { email: 'new@example.com', role: 'door' } }),
  deleteInvitation: ({ invitation }) => ({ id: invitation }),
};

/** Operations without ids: for another organization they answer, but with none of our data. */
const NAMES_NOTHING = new Set([
  ...['getOrganization', 'updateOrganization', 'requireTwoFactor', 'openTestOrganization'],
  ...['uploadLogo', 'deleteLogo'],
  ...['exportBuyer', 'eraseBuyer'],
  ...['listEvents', 'listSeries', 'createEvent', 'listSubscriptionTiers', 'createSubscriptionTier'],
  ...['listWebhooks', 'createWebhook', 'listNotifications', 'listTicketKeys', 'getOverview', 'streamLive'],
  ...[
    'listApiKeys',
    'getCurrentApiKey',
    'createApiKey',
    'getTeam',
    'createInvitation',
    'listPaymentAccounts',
    'listChanges',
  ],
  // 503 to every caller until a provider can charge repeatedly.
  'createSubscription',
  // 503 to every caller: the test's provider does not answer.
  'setPaymentAccount',
]);

/** The ids that belong to the organization. The name of a provider is public. */
const idsOfOurs = ({ provider: _, ...ids }: Ids) => Object.values(ids);

const MALFORMED: Ids = {
  event: 'night-market',
  series: 'every-friday',
  checkInList: 'vip',
  passage: 'out',
  doorLink: 'door_1',
  tier: '0190a000-0000-7000-8000-00000000000',
  question: 'what?',
  checkout: 'cs_short',
  entry: '0',
  message: 'msg_1',
  ticket: "' or 1=1 --",
  order: '{}',
  reservation: 'Santos',
  ticketNumber: '',
  refundRequest: 'rr_1',
  promoCode: 'EARLY',
  plan: '1',
  subscription: 'sub_1',
  webhook: 'wh_1',
  delivery: '0',
  apiKey: 'svc_live_1',
  member: 'ana@example.com',
  invitation: '-1',
  provider: 'sandbox',
};
const UNKNOWN: Ids = {
  event: UNKNOWN_ID,
  series: UNKNOWN_ID,
  checkInList: UNKNOWN_ID,
  passage: UNKNOWN_ID,
  doorLink: UNKNOWN_ID,
  tier: UNKNOWN_ID,
  question: UNKNOWN_ID,
  checkout: `cs_${'A'.repeat(43)}`,
  entry: UNKNOWN_ID,
  message: UNKNOWN_ID,
  ticket: UNKNOWN_ID,
  order: UNKNOWN_ID,
  reservation: UNKNOWN_ID,
  ticketNumber: 'ZZZZ-ZZZZ',
  refundRequest: UNKNOWN_ID,
  promoCode: UNKNOWN_ID,
  plan: UNKNOWN_ID,
  subscription: UNKNOWN_ID,
  webhook: UNKNOWN_ID,
  delivery: UNKNOWN_ID,
  apiKey: UNKNOWN_ID,
  member: UNKNOWN_ID,
  invitation: UNKNOWN_ID,
  provider: 'xendit',
};

/** One object of each kind, all of the first organization. */
export async function ourIds(service: TestService): Promise<Ids> {
  const event = await service.event({ ticket_price: 100 });
  const { order_id: order, ticket_ids } = await service.buy(event);
  const { checkout_id: checkout } = await service.hold(event);
  const ticket = ticket_ids[0] ?? '';
  const { body } = await service.ours.get<{ ticket_number: string }>(`/tickets/${ticket}`);
  const show = await service.draft();
  const date = { start_datetimes: [service.daysFromNow(40)] };
  const { series } = await must(service.ours.post<{ series: { id: string } }>(`/events/${show.id}/dates`, date));
  const lounge = { name: 'Cloakroom', passes: 'unlimited' };
  const { id: checkInList } = await must(
    service.ours.post<{ id: string }>(`/events/${event.id}/check-in-lists`, lounge),
  );
  const scan = { code: body.data.ticket_number, list_id: checkInList };
  const { passage_id: passage } = await must(service.ours.post<{ passage_id: string }>('/tickets/check-in', scan));
  const gate = { name: 'Gate A', ends_at: service.daysFromNow(1) };
  const { id: doorLink } = await must(service.ours.post<{ id: string }>(`/events/${event.id}/door-links`, gate));
  const kept = { event_id: event.id, items: [{ quantity: 1 }], name: 'Mrs. Santos' };
  const { id: reservation } = await must(service.ours.post<{ id: string }>('/reservations', kept));
  const asked = { asked_of: 'order', kind: 'text', label: 'Company' };
  const { id: question } = await must(service.ours.post<{ id: string }>(`/events/${event.id}/questions`, asked));
  const code = { event_id: event.id, code: 'LAUNCH', discount_type: 'percentage', discount_amount: 10 };
  const { id: promoCode } = await must(service.ours.post<{ id: string }>('/promo-codes', code));
  const plan = await must(service.ours.post<{ id: Uuid }>('/subscription-tiers', { name: 'Fan', price_monthly: 99 }));
  const subscription = newId(service.now());
  // No operation creates one yet.
  await service.db.query(sql`
    insert into subscriptions (organization_id, id, tier_id, status, customer_id, customer_email, customer_name,
      current_period_start, current_period_end, created_at, updated_at)
    values (${service.ours.organizationId}, ${subscription}, ${plan.id}, 'active', ${newId(service.now())},
      ${CUSTOMER.email}, ${CUSTOMER.name}, ${service.now()}, ${service.daysFromNow(30)}, ${service.now()},
      ${service.now()})`);
  const refundRequest = newId(service.now());
  // Buyers ask on a page.
  await service.db.query(sql`
    insert into refund_requests (organization_id, id, order_id, event_id, ticket_ids, fee_percent, fee_centavos, created_at)
    values (${service.ours.organizationId}, ${refundRequest}, ${order}, ${event.id}, ${[ticket]}::uuid[], 10, 0,
      ${service.now()})`);
  const hook = { url: 'https://hooks.example/ours', events: ['ticket.refunded'] };
  const { id: webhook } = await must(service.ours.post<{ id: string }>('/webhooks', hook));
  const { id: delivery } = await must(service.ours.post<{ id: string }>(`/webhooks/${webhook}/test`));
  const limited = { name: 'Door', scopes: ['door'] };
  const owner = await openMember(service);
  const { id: apiKey } = await must(owner.post<{ id: string }>('/api-keys', limited));
  const guest = { email: 'guest@example.com', role: 'viewer' };
  const { id: invitation } = await must(owner.post<{ id: string }>('/team/invitations', guest));
  const { userId: member } = await openMember(service, { role: 'viewer' });
  await service.db.query(sql`
    insert into payment_accounts (organization_id, provider, live, channels, sealed_secrets, in_use, created_at, updated_at)
    values (${service.ours.organizationId}, 'paymongo', true, '{}', '', false, ${service.now()}, ${service.now()})`);
  const soldOut = await service.event({ ticket_price: 100, capacity: 1 });
  await service.hold(soldOut);
  const person = { quantity: 1, customer: CUSTOMER, success_url: SUCCESS_URL };
  const { id: entry } = await must(service.ours.post<{ id: string }>(`/events/${soldOut.id}/waiting-list`, person));
  const words = { subject: 'Gates', text: 'They open at five.', send_at: service.daysFromNow(1) };
  const { id: message } = await must(service.ours.post<{ id: string }>(`/events/${event.id}/messages`, words));
  return {
    apiKey,
    invitation,
    member,
    provider: 'paymongo',
    webhook,
    delivery,
    promoCode,
    plan: plan.id,
    subscription,
    event: event.id,
    series: series.id,
    checkInList,
    passage,
    doorLink,
    tier: event.ticket_tiers[0]?.id ?? '',
    question,
    checkout,
    entry,
    message,
    ticket,
    order,
    reservation,
    ticketNumber: body.data.ticket_number,
    refundRequest,
  };
}

const UNAUTHORIZED = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer' },
  body: { error: { status: 401, message: expect.stringMatching(/API key/) } },
};

interface World {
  service: TestService;
  ids: Ids;
  callers: Callers;
}

/** The endless answer, up to its first message of each kind. */
async function firstMessages(service: TestService, request: { url: string; headers: Record<string, string> }) {
  const live = await listen(service.app, request);
  if (live.status === 200) for (const name of ['sales', 'check-ins', 'orders']) await live.next(name);
  live.leave();
  return { ...live, body: live.body(), text: live.text() };
}

/** Rules that every operation must keep. */
export function security(operation: Operation, world: () => World) {
  const { operationId, method, path } = operation;

  function send(ids: Ids, headers: Record<string, string>) {
    const { id = '', query = '', body, type } = REQUESTS[operationId]?.(ids) ?? {};
    const url = `/api/v1${path.replace(/\{\w+\}/, encodeURIComponent(id))}${query}`;
    const typed = type ? { ...headers, 'content-type': type } : headers;
    const request = { method, url, headers: typed, ...(body ? { payload: body } : {}) };
    return operationId === 'streamLive' ? firstMessages(world().service, request) : world().service.request(request);
  }
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  /** Headers of a caller with enough access in each organization. */
  const ours = () => (isForPeople(operationId) ? world().callers.owner : bearer(world().service.ours.key));
  const theirs = () => (isForPeople(operationId) ? world().callers['their owner'] : bearer(world().service.theirs.key));

  describe(`${method} ${path} (${operationId})`, () => {
    test('is known to the security tests', () => {
      expect(Object.keys(REQUESTS)).toContain(operationId);
    });

    test('answers 401 without a key, before any other check', async () => {
      expect(await send(world().ids, {})).toMatchObject(UNAUTHORIZED);
      expect(await send(MALFORMED, {})).toMatchObject(UNAUTHORIZED);
    });

    test.each([
      'Bearer',
      'Bearer ',
      'Basic c3ZjOmxpdmU=',
      'svc_live_abc',
      'Bearer svc_live_a svc_live_b',
      'Bearer svc_live_wrong',
      `Bearer ${'x'.repeat(5_000)}`,
    ])('answers 401 to the header "%.40s"', async (authorization) => {
      expect(await send(world().ids, { authorization })).toMatchObject(UNAUTHORIZED);
    });

    test('answers 401 to a revoked key after at most a second', async () => {
      const { service, ids } = world();
      const key = await service.newKey(service.theirs.organizationId);
      expect((await send(ids, bearer(key))).status).not.toBe(401);
      await service.db.query(sql`
        update api_keys set revoked_at = ${service.now()} where organization_id = ${service.theirs.organizationId}
           and last_four = ${key.slice(-4)} and revoked_at is null`);
      service.wait(5);
      expect(await send(ids, bearer(key))).toMatchObject(UNAUTHORIZED);
    });

    test('answers 404 to another organization, as for an unknown id', async () => {
      const { ids } = world();
      const answer = await send(ids, theirs());
      if (NAMES_NOTHING.has(operationId)) {
        expect([200, 201, 204, 409, 503]).toContain(answer.status);
        for (const id of idsOfOurs(ids)) expect(answer.text).not.toContain(id);
        return;
      }
      expect(answer).toMatchObject({ status: 404, body: { error: { status: 404 } } });
      const unknown = await send(UNKNOWN, ours());
      expect({ status: unknown.status, text: unknown.text }).toEqual({ status: answer.status, text: answer.text });
    });

    test('declares the access that the security tests list', () => {
      expect(Object.keys(KIND_OF)).toContain(operationId);
    });

    // With unknown ids: an operation that passes the access check finds nothing to change.
    test.each(CALLERS)('allows or refuses: %s', async (name) => {
      const answer = await send(UNKNOWN, world().callers[name]);
      if (hasAccess(name, operationId)) return expect([401, 403]).not.toContain(answer.status);
      expect(answer).toMatchObject({
        status: 403,
        body: { error: { status: 403, ...refusalOf(name, operationId) } },
      });
    });

    test.runIf(isForPeople(operationId))('requires the password again if the last time is too long ago', async () => {
      const { service, callers } = world();
      const [session] = await service.db.query<{ provenAt: Date }>(
        sql`select max(proven_at) as proven_at from sessions`,
      );
      await service.db.query(sql`update sessions set proven_at = ${service.now()}::timestamptz - interval '1 hour'`);
      const answer = await send(UNKNOWN, callers.owner);
      await service.db.query(sql`update sessions set proven_at = ${session?.provenAt}`);
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'password_needed' } } });
    });

    test('refuses before it reads ids, so a viewer learns nothing about them', async () => {
      const { callers, ids } = world();
      if (hasAccess('viewer', operationId)) return;
      const answers = await Promise.all([ids, UNKNOWN, MALFORMED].map((each) => send(each, callers.viewer)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    test("reveals nothing to another organization's owner", async () => {
      const { callers, ids } = world();
      const answer = await send(ids, callers['their owner']);
      if (NAMES_NOTHING.has(operationId)) {
        for (const id of idsOfOurs(ids)) expect(answer.text).not.toContain(id);
      } else expect(answer).toMatchObject({ status: 404, body: { error: { status: 404 } } });
    });

    test.skipIf(method === 'GET').each([
      ['a form on another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
      ['a page of a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://shop.example' }],
      ['an old browser on another site', { origin: 'https://evil.example' }],
      ['a page without an origin', { origin: 'null' }],
      ['nobody knows where', {}],
    ])('refuses a session’s request from %s', async (_title, from) => {
      const { cookie = '' } = world().callers.owner;
      expect(await send(UNKNOWN, { cookie, ...from })).toMatchObject({
        status: 403,
        body: { error: { code: 'cross_site_request' } },
      });
      expect((await send(UNKNOWN, { cookie, ...SAME_ORIGIN })).status).not.toBe(403);
    });

    test.skipIf(NAMES_NOTHING.has(operationId))('answers 400 to a malformed id', async () => {
      const answer = await send(MALFORMED, ours());
      expect(answer).toMatchObject({ status: 400, body: { error: { status: 400 } } });
    });
  });
}
