import { createPublicKey, type JsonWebKeyInput } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readTicketCode } from '../../src/tickets/ticket-code.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { openMember } from '../fixtures/members.ts';
import { type OrganizationData, openTestMode, switchTo } from '../fixtures/test-mode.ts';
import { type EventData, must } from '../fixtures/test-service.ts';

let office: BoxOffice;
beforeAll(async () => {
  office = await openBoxOffice();
});
afterEach(() => office.expectConsistency());
afterAll(() => office.close());

const member = (options: Parameters<typeof openMember>[1] = {}) => openMember(office.service, options);

describe('POST /organization/test', () => {
  test('makes one test organization with the name and brand of the live one, whoever of the owners asks', async () => {
    await office.call('PUT', '/organization', { color: '#C0FFEE', time_zone: 'Asia/Tokyo' });
    const [first, second] = [await member(), await member()];
    const made = await first.post<OrganizationData>('/organization/test');
    expect(made).toMatchObject({
      status: 201,
      body: { data: { name: 'Lakbay Concerts', color: '#C0FFEE', time_zone: 'Asia/Tokyo', mode: 'test' } },
    });
    expect(made.body.data.test_of).toBe(office.organizationId);
    const again = await second.post<OrganizationData>('/organization/test');
    expect(again).toMatchObject({ status: 200, body: { data: made.body.data } });
    expect((await first.get<OrganizationData>('/organization')).body.data).toMatchObject({
      mode: 'live',
      test_of: null,
    });
    const { data } = await office.call<{ changes: { action: string; subject: { id: string } }[] }>('GET', '/audit-log');
    expect(JSON.stringify(data).match(/organization\.test_opened/g)).toHaveLength(1);
    await office.call('PUT', '/organization', { color: null, time_zone: 'Asia/Manila' });
  });

  test('answers 409 in a test organization', async () => {
    const owner = await member();
    const { organizationId } = await openTestMode(office.service, owner);
    expect((await switchTo(office.service, owner, organizationId)).status).toBe(200);
    expect(await owner.post('/organization/test')).toMatchObject({
      status: 409,
      body: { error: { code: 'test_organization_of_test' } },
    });
  });

  test('is for owners: others get 403 and make nothing', async () => {
    const theirs = office.service.theirs.organizationId;
    await member({ organizationId: theirs });
    for (const role of ['manager', 'door', 'viewer'] as const) {
      const other = await member({ role, organizationId: theirs });
      const { status, body } = await other.post('/organization/test');
      expect([status, body.error.code]).toEqual([403, 'insufficient_role']);
    }
    expect(await office.service.theirs.post('/organization/test')).toMatchObject({
      status: 403,
      body: { error: { code: 'person_required' } },
    });
    const made = await office.db.query(sql`select 1 from organizations where test_of = ${theirs}`);
    expect(made).toEqual([]);
  });
});

describe('the members of a test organization', () => {
  test('are those of the live one, with their roles', async () => {
    const [owner, viewer] = [await member(), await member({ role: 'viewer' })];
    const testing = await openTestMode(office.service, owner);
    const switched = await switchTo(office.service, viewer, testing.organizationId);
    expect(switched.body.data).toMatchObject({
      role: 'viewer',
      organization: { id: testing.organizationId, mode: 'test', test_of: office.organizationId },
      organizations: [{ id: office.organizationId, mode: 'live', test_of: null }, { id: testing.organizationId }],
    });
    expect((await viewer.get<OrganizationData>('/organization')).body.data.id).toBe(testing.organizationId);
    expect(await viewer.post('/events', {})).toMatchObject({ status: 403 });

    await must(owner.put(`/team/${viewer.userId}`, { role: 'manager' }));
    expect((await viewer.post('/events', {})).status).toBe(400);
    await owner.delete(`/team/${viewer.userId}`);
    expect((await viewer.get('/organization')).status).toBe(401);
  });

  test('no stranger becomes one of them', async () => {
    const { organizationId } = await openTestMode(office.service, await member());
    const stranger = await member({ organizationId: office.service.theirs.organizationId });
    expect(await switchTo(office.service, stranger, organizationId)).toMatchObject({ status: 404 });
    expect((await stranger.get<OrganizationData>('/organization')).body.data.id).not.toBe(organizationId);
  });

  test('are changed in the live organization alone', async () => {
    const [owner, viewer] = [await member(), await member({ role: 'viewer' })];
    const { organizationId } = await openTestMode(office.service, owner);
    await switchTo(office.service, owner, organizationId);
    const team = await owner.get<{ members: { user_id: string }[] }>('/team');
    expect(team.body.data.members.map(({ user_id }) => user_id)).toContain(viewer.userId);
    for (const answer of [
      await owner.put(`/team/${viewer.userId}`, { role: 'manager' }),
      await owner.delete(`/team/${viewer.userId}`),
      await owner.delete(`/team/${viewer.userId}/sessions`),
      await owner.post('/team/invitations', { email: 'guest@example.com', role: 'viewer' }),
      await owner.put('/organization/two-factor', { required: false }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'team_of_live_organization' } } });
  });

  test('are logged out of it together with the live one, and stay out', async () => {
    const [owner, other] = [await member(), await member()];
    const { organizationId } = await openTestMode(office.service, owner);
    await switchTo(office.service, other, organizationId);
    expect((await owner.delete(`/team/${other.userId}/sessions`)).status).toBe(204);
    expect((await other.get('/organization')).status).toBe(401);
  });

  test('need a second factor there when the live one requires it', async () => {
    const [owner, viewer] = [await member(), await member({ role: 'viewer' })];
    const { organizationId } = await openTestMode(office.service, owner);
    await office.db.query(sql`
      update users set totp_enabled = true, totp_secret = '' where id = ${owner.userId}`);
    await must(owner.put('/organization/two-factor', { required: true }));
    await switchTo(office.service, viewer, organizationId);
    expect(await viewer.get('/events')).toMatchObject({
      status: 403,
      body: { error: { code: 'two_factor_required' } },
    });
    await must(owner.put('/organization/two-factor', { required: false }));
    expect((await viewer.get('/events')).status).toBe(200);
  });
});

describe('what a test organization sells', () => {
  test('is its own, and its keys begin as all keys do', async () => {
    const testing = await openTestMode(office.service, await member());
    expect(testing.key).toMatch(/^svc_live_/);
    const event = await must(testing.post<EventData>('/events', office.service.eventBody({ ticket_price: 100 })));
    expect((await office.call('GET', `/events/${event.id}`)).status).toBe(404);
    await must(testing.put(`/events/${event.id}`, { status: 'active' }));
    const { events } = await must(testing.get<{ events: { id: string }[] }>('/events'));
    expect(events.map(({ id }) => id)).toContain(event.id);
    const ours = await office.event();
    expect((await testing.get(`/events/${ours.id}`)).status).toBe(404);
  });

  test('needs no payment account', async () => {
    const testing = await openTestMode(office.service, await member());
    const event = await must(testing.post<EventData>('/events', office.service.eventBody({ ticket_price: 100 })));
    await must(testing.put(`/events/${event.id}`, { status: 'active' }));
    await office.event({ price: 100 });
    const kindsOf = async (client: { get: typeof testing.get }) => {
      const { needs_attention } = await must(client.get<{ needs_attention: { kind: string }[] }>('/overview'));
      return needs_attention.map(({ kind }) => kind);
    };
    expect(await kindsOf(office.service.ours)).toContain('no_payment_account');
    expect(await kindsOf(testing)).not.toContain('no_payment_account');
  });

  test('is signed by a key of its own: no door of the live organization lets its tickets in', async () => {
    const testing = await openTestMode(office.service, await member());
    const event = await must(testing.post<EventData>('/events', office.service.eventBody({ ticket_price: 0 })));
    await must(testing.put(`/events/${event.id}`, { status: 'active' }));
    const sold = { event_id: event.id, quantity: 1, customer: { name: 'Ana', email: 'ana@example.com' } };
    const checkout = await must(
      testing.post<{ checkout_id: string; checkout_url: string }>('/checkouts', {
        ...sold,
        success_url: 'https://shop.example/thanks',
      }),
    );
    await office.browser.submit(await office.browser.open(checkout.checkout_url));
    const { ticket_ids } = await must(testing.get<{ ticket_ids: string[] }>(`/checkouts/${checkout.checkout_id}`));
    const { code } = await must(testing.get<{ code: string }>(`/tickets/${ticket_ids[0]}`));
    const live = await office.event({ price: 0 });
    await office.buy(live);
    expect(await office.call('POST', '/tickets/check-in', { code, event_id: live.id })).toMatchObject({ status: 404 });
    const isSignedFor = async (client: { get: typeof testing.get }) => {
      const { keys } = await must(client.get<{ keys: JsonWebKeyInput['key'][] }>('/ticket-keys'));
      return keys.some((key) => readTicketCode(code, createPublicKey({ key, format: 'jwk' })));
    };
    expect(await isSignedFor(testing)).toBe(true);
    expect(await isSignedFor(office.service.ours)).toBe(false);
  });
});
