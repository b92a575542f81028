import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { completePastEvents } from '../../src/events/complete-past-events.ts';
import { sales } from '../../src/sales/sales-for-events.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { addFan, addPlan } from '../fixtures/fans.ts';
import { openMember } from '../fixtures/members.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { openPaymongoStandIn, PAYMONGO_KEYS, type PaymongoStandIn } from '../payments/paymongo-stand-in.ts';

interface Change {
  id: string;
  at: string;
  actor: { kind: string; id: string | null; name: string | null };
  action: string;
  subject_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
interface Log {
  changes: Change[];
  meta: { total: number; has_more: boolean };
}

describe('GET /audit-log', () => {
  let office: BoxOffice;
  let paymongo: PaymongoStandIn;
  beforeAll(async () => {
    paymongo = await openPaymongoStandIn({ mode: 'live' });
    const environment = { PAYMONGO_URL: paymongo.url, SUBSCRIPTION_WRITES: 'enabled' };
    office = await openBoxOffice({ environment });
  });
  afterEach(() => office.expectConsistency());
  afterAll(async () => {
    await office.close();
    await paymongo.close();
  });

  const read = async (query = '') => (await office.call<Log>('GET', `/audit-log${query}`)).data;
  /** Changes of this subject, oldest first. */
  const logOf = async (subjectId: string) => (await read(`?subject_id=${subjectId}`)).changes.toReversed();
  const made = async <Data = { id: string }>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    // Entries of the same millisecond have no order.
    office.wait(0.001);
    const answer = await office.call<Data>(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
    return answer.data;
  };
  /** Only people can change team, keys and payment accounts. */
  const madeByOwner = async (method: 'post' | 'put' | 'delete', path: string, body?: object) => {
    const owner = await openMember(office.service);
    office.wait(0.001);
    const answer = await owner[method]<{ id: string }>(path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body.data;
  };
  const brief = (changes: Change[]) => changes.map(({ action, before, after }) => [action, before, after]);
  const ticketOf = async () => (await office.buy(await office.event())).ticketId;

  test('has the actor, the time and only the fields that changed', async () => {
    const [key] = await office.db.query<{ id: string; name: string }>(sql`
      select id, name from api_keys where organization_id = ${office.organizationId} and last_four = ${office.apiKey.slice(-4)}`);
    const { id } = await made('POST', '/events', {
      title: 'Quiet',
      start_datetime: '2027-05-01T12:00:00Z',
      capacity: 10,
    });
    office.wait(60);
    await made('PUT', `/events/${id}`, { title: 'Loud', city: 'Cebu', capacity: 10 });
    const at = office.now().toISOString();
    await made('PUT', `/events/${id}`, { title: 'Loud' });
    const [first, second, ...others] = await logOf(id);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ action: 'event.created', before: null, after: { title: 'Quiet', status: 'draft' } });
    expect(second).toEqual({
      id: expect.any(String),
      at,
      actor: { kind: 'key', id: key?.id, name: key?.name },
      action: 'event.updated',
      subject_id: id,
      before: { title: 'Quiet', city: null, latitude: null, longitude: null },
      after: { title: 'Loud', city: 'Cebu', latitude: expect.any(Number), longitude: expect.any(Number) },
    });
  });

  test('records tiers that are created, changed and deleted', async () => {
    const event = await office.event();
    const id = await office.tier(event, { name: 'VIP' });
    await made('PUT', `/tiers/${id}`, { price: 99, is_active: false });
    await made('DELETE', `/tiers/${id}`);
    const log = await logOf(id);
    expect(brief(log)).toEqual([
      ['tier.created', null, expect.objectContaining({ event_id: event.id, name: 'VIP', price: 1_500 })],
      ['tier.updated', { price: 1_500, is_active: true }, { price: 99, is_active: false }],
      ['tier.deleted', expect.objectContaining({ name: 'VIP', price: 99 }), null],
    ]);
  });

  test('records seats and copies of an event', async () => {
    const event = await office.event();
    const sections = (seats: number) => ({
      sections: [{ label: 'Floor', tier_ids: [event.tierId], rows: [{ label: 'A', seats }] }],
    });
    await made('PUT', `/events/${event.id}/seating-plan`, sections(3));
    await made('PUT', `/events/${event.id}/seating-plan`, sections(5));
    const seats = { section: 'Floor', row: 'A', seats: [1, 2] };
    await made('POST', `/events/${event.id}/seats/block`, seats);
    await made('POST', `/events/${event.id}/seats/block`, seats);
    await made('POST', `/events/${event.id}/seats/unblock`, seats);
    expect(brief((await logOf(event.id)).slice(2))).toEqual([
      [
        'event.seats_planned',
        { sections: [] },
        { selection_mode: 'best_available', sections: [{ label: 'Floor', seats: 3 }] },
      ],
      [
        'event.seats_planned',
        { selection_mode: 'best_available', sections: [{ label: 'Floor', seats: 3 }] },
        { selection_mode: 'best_available', sections: [{ label: 'Floor', seats: 5 }] },
      ],
      ['event.seats_blocked', null, seats],
      ['event.seats_unblocked', null, seats],
    ]);
    const copy = await made('POST', `/events/${event.id}/duplicate`);
    expect(brief(await logOf(copy.id))).toEqual([['event.duplicated', null, { of: event.id }]]);
  });

  test('records promo codes, webhooks and plans', async () => {
    const event = await office.event();
    const code = { event_id: event.id, code: 'early', discount_type: 'percentage', discount_amount: 10 };
    const promo = await made('POST', '/promo-codes', code);
    await made('PUT', `/promo-codes/${promo.id}`, { discount_amount: 20 });
    expect(brief(await logOf(promo.id))).toEqual([
      ['promo_code.created', null, expect.objectContaining({ code: 'EARLY', discount_amount: 10 })],
      ['promo_code.updated', { discount_amount: 10 }, { discount_amount: 20 }],
    ]);

    const hook = await made('POST', '/webhooks', { url: 'https://hooks.example/a', events: ['ticket.refunded'] });
    await made('PUT', `/webhooks/${hook.id}`, { is_active: false });
    await made('POST', `/webhooks/${hook.id}/rotate-secret`);
    await made('DELETE', `/webhooks/${hook.id}`);
    expect(brief(await logOf(hook.id))).toEqual([
      [
        'webhook.created',
        null,
        { url: 'https://hooks.example/a', events: ['ticket.refunded'], payload: 'full', is_active: true },
      ],
      ['webhook.updated', { is_active: true }, { is_active: false }],
      ['webhook.secret_rotated', null, { old_secret_until: expect.any(String) }],
      [
        'webhook.deleted',
        { url: 'https://hooks.example/a', events: ['ticket.refunded'], payload: 'full', is_active: false },
        null,
      ],
    ]);

    const plan = await made('POST', '/subscription-tiers', { name: 'Fan', price_monthly: 99 });
    await made('PUT', `/subscription-tiers/${plan.id}`, { perks: ['Presale'] });
    expect(brief(await logOf(plan.id))).toEqual([
      ['subscription_tier.created', null, expect.objectContaining({ name: 'Fan', price_monthly: 99 })],
      ['subscription_tier.updated', { perks: [] }, { perks: ['Presale'] }],
    ]);
  });

  test('records changes of tickets and orders, but not what buyers do', async () => {
    const before = (await read()).meta.total;
    const event = await office.event();
    const { orderId, ticketIds, ticketId } = await office.buy(event, { quantity: 2 });
    expect((await read()).meta.total).toBe(before + 2);
    await made('POST', `/tickets/${ticketId}/resend`);
    await made('POST', `/tickets/${ticketId}/reissue`);
    await made('POST', `/tickets/${ticketId}/check-in`);
    const admitted = { status: 'used', checked_in_at: office.now().toISOString() };
    office.wait(1);
    await office.call('POST', `/tickets/${ticketId}/check-in`);
    await made('POST', `/tickets/${ticketId}/undo-check-in`);
    expect(brief(await logOf(ticketId))).toEqual([
      ['ticket.resent', null, {}],
      ['ticket.reissued', { revision: 1 }, { revision: 2 }],
      ['ticket.checked_in', { status: 'valid', checked_in_at: null }, admitted],
      ['ticket.check_in_undone', admitted, { status: 'valid', checked_in_at: null }],
    ]);
    await made('POST', `/orders/${orderId}/resend`);
    await made('POST', `/tickets/${ticketId}/refund`);
    await made('POST', `/orders/${orderId}/refund`);
    expect(brief(await logOf(orderId))).toEqual([
      ['order.resent', null, {}],
      ['order.refunded', { status: 'paid' }, { status: 'partially_refunded', ticket_ids: [ticketId], amount: 500 }],
      [
        'order.refunded',
        { status: 'partially_refunded' },
        { status: 'refunded', ticket_ids: [ticketIds[1]], amount: 500 },
      ],
    ]);
  });

  test('records each of many scans once, with its time', async () => {
    const ids = await Promise.all([ticketOf(), ticketOf(), ticketOf()]);
    await Promise.all([...ids, ...ids].map((id) => office.call('POST', `/tickets/${id}/check-in`)));
    for (const id of ids) expect((await logOf(id)).map(({ action }) => action)).toEqual(['ticket.checked_in']);
    const late = await ticketOf();
    const { data } = await office.call('GET', `/tickets/${late}`);
    office.wait(3_600);
    const scanned_at = new Date(office.now().getTime() - 600_000).toISOString();
    await made('POST', '/tickets/check-in', { code: data.code, scanned_at });
    expect(await logOf(late)).toMatchObject([{ at: office.now().toISOString(), after: { checked_in_at: scanned_at } }]);
  });

  test('records payment accounts without their secrets', async () => {
    const { secretKey, webhookSecret } = PAYMONGO_KEYS.live;
    const secrets = { secret_key: secretKey, webhook_secret: webhookSecret };
    await madeByOwner('put', '/payment-accounts/paymongo', { ...secrets, methods: ['CARD'] });
    await madeByOwner('delete', '/payment-accounts/paymongo');
    expect(brief(await logOf('paymongo'))).toEqual([
      ['payment_account.set', null, { live: true, methods: ['CARD'] }],
      ['payment_account.removed', { in_use: true }, { in_use: false }],
    ]);
  });

  test('records the status that a subscription had before it was cancelled', async () => {
    const id = await addFan(office.service, await addPlan(office.service.ours), { status: 'grace_period' });
    await made('POST', `/subscriptions/${id}/cancel`);
    expect(brief(await logOf(id))).toEqual([
      ['subscription.cancelled', { status: 'grace_period' }, { status: 'cancelled' }],
    ]);
  });

  test('records the changed settings of the organization', async () => {
    await made('PUT', '/organization', { color: '#0B57A4' });
    await made('PUT', '/organization', { color: '#0B57A4' });
    expect(brief(await logOf(office.organizationId))).toEqual([
      ['organization.updated', { color: null }, { color: '#0B57A4' }],
    ]);
  });

  test('records API keys and the team with the person who changed them', async () => {
    const key = await madeByOwner('post', '/api-keys', { name: 'Scanner', scopes: ['door'] });
    await madeByOwner('delete', `/api-keys/${key.id}`);
    expect(brief(await logOf(key.id))).toEqual([
      ['api_key.created', null, { name: 'Scanner', scopes: ['door'], expires_at: null }],
      ['api_key.revoked', null, {}],
    ]);
    const guest = await openMember(office.service, { role: 'viewer' });
    const owner = await openMember(office.service, { role: 'owner' });
    office.wait(0.001);
    await owner.put(`/team/${guest.userId}`, { role: 'door' });
    office.wait(0.001);
    await owner.delete(`/team/${guest.userId}`);
    const log = await logOf(guest.userId);
    expect(brief(log)).toEqual([
      ['member.role_changed', { role: 'viewer' }, { role: 'door' }],
      ['member.removed', { role: 'door' }, null],
    ]);
    expect(log[0]?.actor).toEqual({ kind: 'user', id: owner.userId, name: expect.any(String) });
    const invitation = await madeByOwner('post', '/team/invitations', { email: 'new@example.com', role: 'manager' });
    await madeByOwner('delete', `/team/invitations/${invitation.id}`);
    expect(brief(await logOf(invitation.id))).toEqual([
      ['invitation.created', null, { email: 'new@example.com', role: 'manager' }],
      ['invitation.deleted', {}, null],
    ]);
  });

  test('records changes of an event that the service makes itself', async () => {
    const event = await office.event({ start_datetime: '2027-02-02T00:00:00Z' });
    office.wait(3 * 86_400);
    await completePastEvents(office.db, sales, office.now());
    expect((await logOf(event.id)).at(-1)).toMatchObject({
      actor: { kind: 'system', id: null, name: null },
      action: 'event.completed',
      before: { status: 'active' },
      after: { status: 'completed' },
    });
  });

  test('records nothing for a refused request', async () => {
    const id = await ticketOf();
    await made('POST', `/tickets/${id}/refund`);
    const before = (await read()).meta.total;
    await office.call('POST', `/tickets/${id}/refund`);
    await office.call('POST', `/tickets/${id}/check-in`);
    await office.call('POST', `/tickets/${id}/reissue`);
    await office.call('POST', '/events', { title: '' });
    await office.call('PUT', `/events/${UNKNOWN_ID}`, { title: 'X' });
    expect((await read()).meta.total).toBe(before);
  });

  test('is newest first, paged, and filtered by action, actor and time', async () => {
    const all = await read('?per_page=100');
    expect(all.changes.map(({ id }) => id)).toEqual(
      all.changes
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    const page = await read('?per_page=2&page=2');
    expect(page.changes).toEqual(all.changes.slice(2, 4));
    expect(page.meta).toMatchObject({ total: all.meta.total, has_more: true });
    const tiers = await read('?action=tier.deleted');
    expect(tiers.changes.map(({ action }) => action)).toEqual(['tier.deleted']);
    expect((await read(`?actor_id=${UNKNOWN_ID}`)).meta.total).toBe(0);
    const last = all.changes[0]?.at ?? '';
    const since = await read(`?from=${last}&per_page=100`);
    expect(since.meta.total).toBe(all.changes.filter(({ at }) => at === last).length);
    expect((await read(`?to=${last}`)).meta.total).toBe(all.meta.total);
    expect((await read(`?to=${new Date(Date.parse(last) - 1).toISOString()}`)).meta.total).toBe(
      all.meta.total - since.meta.total,
    );
    expect((await read('?from=2027-02-01&to=2027-02-01')).meta.total).toBeGreaterThan(5);
    expect((await read('?to=2027-01-31')).meta.total).toBe(0);
  });

  test.each([
    ['?action=event.exploded', /^action must be one of event\.created, /],
    ['?actor_id=me', /^actor_id must be a UUID$/],
    ['?from=2027-02-02&to=2027-02-01', /^from must not be after to$/],
    ['?per_page=101', /^per_page must be an integer from 1 to 100$/],
  ])('answers 400 to %s', async (query, message) => {
    expect(await office.call('GET', `/audit-log${query}`)).toMatchObject({
      status: 400,
      message: expect.stringMatching(message),
    });
  });

  test('cannot be changed, not even by SQL', async () => {
    for (const script of ["update audit_log set action = 'x'", 'delete from audit_log'])
      await expect(office.db.runScript(script)).rejects.toThrow(/rows of audit_log\w* stay as they were written/);
  });

  test('contains no secret and no buyer', async () => {
    const rows = await office.db.query<{ text: string }>(sql`select audit_log::text as text from audit_log`);
    const log = rows.map(({ text }) => text).join('\n');
    expect(rows.length).toBeGreaterThan(30);
    const { secretKey, webhookSecret } = PAYMONGO_KEYS.live;
    for (const secret of [
      secretKey,
      webhookSecret,
      office.apiKey,
      'whsec_',
      'svc_live_',
      'TK1',
      'Ana Reyes',
      'ana@example',
    ])
      expect(log).not.toContain(secret);
  });
});
