import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendMessages } from '../../src/messages/send-messages.ts';
import { insertUnsubscribe } from '../../src/messages/unsubscribe-queries.ts';
import { newId } from '../../src/values/uuid.ts';
import { HOLD_SECONDS } from '../fixtures/box-office.ts';
import { findInAllTables } from '../fixtures/find-person.ts';
import { openMember } from '../fixtures/members.ts';
import { openWebhookOffice, type WebhookOffice } from '../fixtures/webhook-office.ts';

const EMAIL = 'Dalisay.Q@example.com';
const PERSON = { name: 'Dalisay Quizon', email: EMAIL, phone: '+63 917 123 4567' };
const TRACES = [EMAIL, PERSON.name, PERSON.phone];
const OTHER = { name: 'Ben Cruz', email: 'ben@example.com' };
const ERASED = { name: 'Erased', email: 'erased@erased.invalid', phone: null };
const MONTHS_SECONDS = 60 * 86_400;

interface Erasure {
  purchases: number;
  mails: number;
  notifications: number;
  subscriptions: number;
  complete: boolean;
}

describe('POST /buyers/erase', () => {
  let hooks: WebhookOffice;
  let office: WebhookOffice['office'];
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'takilya-erase-'));
    hooks = await openWebhookOffice({ environment: { DATA_DIR: dataDir } });
    office = hooks.office;
  });
  afterEach(() => office.expectConsistency());
  afterAll(async () => {
    await hooks.close();
    await rm(dataDir, { recursive: true });
  });

  const erase = (email = EMAIL) => office.callAsOwner<Erasure>('POST', '/buyers/erase', { email });
  const traces = () => findInAllTables(office.db, TRACES);
  const sold = async (fields: object = {}, price = 500) =>
    office.buy(await office.event({ price }), { customer: PERSON, ...fields });

  /** A purchase of every kind, in which the person appears in every place. */
  async function buyEverything() {
    const endpoint = await hooks.endpoint();
    hooks.receiver.behave(endpoint.path, (response, { body }) => response.end(body));
    const attendees = [
      { name: PERSON.name, email: null },
      { name: OTHER.name, email: OTHER.email },
    ];
    const success_url = `https://shop.example/thanks?for=${EMAIL}`;
    const used = await sold({
      quantity: 3,
      attendees,
      success_url,
      buyer_reference: EMAIL,
      cancel_url: `https://shop.example/${EMAIL}`,
    });
    const [ticketId] = used.ticketIds;
    for (const verb of ['check-in', 'undo-check-in', 'check-in']) {
      office.wait(1);
      await office.call('POST', `/tickets/${ticketId}/${verb}`);
    }
    await office.call('POST', `/orders/${used.orderId}/resend`);
    const refunded = await sold();
    await office.call('POST', `/orders/${refunded.orderId}/refund`);
    await office.sendRefunds();
    const guest = await sold(
      { customer: OTHER, quantity: 2, attendees: [{ name: 'D. Quizon', email: EMAIL.toUpperCase() }] },
      0,
    );
    const market = await office.event();
    const ask = async (asked_of: string) =>
      (await office.call('POST', `/events/${market.id}/questions`, { asked_of, kind: 'text', label: 'Contact' })).data
        .id;
    const ofOrder = [{ question_id: await ask('order'), value: EMAIL }];
    const ofTicket = [{ question_id: await ask('ticket'), value: PERSON.phone }];
    const named = { name: PERSON.name, email: EMAIL, answers: ofTicket };
    await office.checkout(market, { customer: OTHER, attendees: [named] });
    const paid = await office.checkout(market, {
      customer: PERSON,
      answers: ofOrder,
      attendees: [{ answers: ofTicket }],
    });
    await payAfterItsEnd(paid);
    waitedFor = await waitInLine();
    await getMessage(used.orderId);
    await subscribe();
    await hooks.deliver();
    return { used, refunded, guest };
  }

  /** The hold ends, another checkout takes the places, and the money arrives. */
  async function payAfterItsEnd(checkout: { checkout_url: string; checkout_id: string }) {
    const page = await office.pay(checkout, 'MAYA');
    await office.call('POST', `/checkouts/${checkout.checkout_id}/release`);
    await office.browser.submit(page, { press: 'authorize' });
    await office.sendRefunds();
  }

  /** The buyer gets a message and unsubscribes. */
  async function getMessage(orderId: string) {
    const { data } = await office.call<{ event: { id: string } }>('GET', `/orders/${orderId}`);
    const words = { subject: 'Gates', text: 'They open at five.' };
    await office.call('POST', `/events/${data.event.id}/messages`, words);
    expect(await sendMessages(office.db, office.now())).toBe(2);
    await insertUnsubscribe(office.db, { organizationId: office.organizationId, email: EMAIL }, office.now());
  }

  let waitedFor: string;

  /** @returns the event */
  async function waitInLine(): Promise<string> {
    const { id } = await office.event({ capacity: 1 });
    await office.checkout({ id }, { customer: OTHER });
    const urls = {
      success_url: `https://shop.example/a?for=${EMAIL}`,
      cancel_url: `https://shop.example/b?for=${EMAIL}`,
    };
    const person = { quantity: 1, customer: PERSON, ...urls };
    const { status } = await office.call('POST', `/events/${id}/waiting-list`, person);
    expect(status).toBe(201);
    return id;
  }

  async function subscribe() {
    const { data: plan } = await office.call<{ id: string }>('POST', '/subscription-tiers', {
      name: 'Fan',
      price_monthly: 99,
    });
    await office.db.query(sql`
      insert into subscriptions (organization_id, id, tier_id, status, customer_id, customer_email, customer_name,
        current_period_start, current_period_end, created_at, updated_at)
      values (${office.organizationId}, ${newId(office.now())}, ${plan.id}, 'expired', ${newId(office.now())}, ${EMAIL},
        ${PERSON.name}, ${office.now()}, ${office.service.daysFromNow(30)}, ${office.now()}, ${office.now()})`);
  }

  test('leaves nothing of the person in any table, and the orders with their money', async () => {
    const { used, guest } = await buyEverything();
    const before = (await office.call<Record<string, unknown>>('GET', `/orders/${used.orderId}`)).data;
    office.wait(MONTHS_SECONDS);
    await office.sweep();
    // The control of the search: it finds the person wherever they were put.
    expect(await traces()).toEqual([
      'answers.value',
      ...[
        'checkouts.attendees',
        'checkouts.buyer_reference',
        'checkouts.cancel_url',
        'checkouts.customer_email',
        'checkouts.customer_name',
      ],
      ...['checkouts.customer_phone', 'checkouts.success_url', 'mails.recipient'],
      ...['message_unsubscribes.email', 'notifications.body'],
      ...['orders.customer_email', 'orders.customer_name', 'orders.customer_phone'],
      ...['sandbox_sessions.success_url', 'subscriptions.customer_email', 'subscriptions.customer_name'],
      ...['tickets.attendee_email', 'tickets.attendee_name'],
      ...['waiting_list_entries.cancel_url', 'waiting_list_entries.customer_email'],
      ...['waiting_list_entries.customer_name', 'waiting_list_entries.customer_phone'],
      ...['waiting_list_entries.success_url', 'webhook_attempts.response_start'],
    ]);
    expect((await office.call<{ meta: object }>('GET', '/orders?q=dalisay')).data.meta).toMatchObject({ total: 3 });
    const exported = await office.call('POST', '/buyers/export', { email: EMAIL });
    expect(exported.data).toMatchObject({ unsubscribed_at: expect.any(String) });
    expect(exported.body).toContain('"kind":"message"');

    const { status, data } = await erase(EMAIL.toLowerCase());
    expect({ status, data }).toEqual({
      status: 200,
      data: {
        purchases: 5,
        mails: expect.any(Number),
        notifications: 7,
        subscriptions: 1,
        waiting_list_entries: 1,
        unsubscribes: 1,
        complete: true,
      },
    });
    expect(await traces()).toEqual([]);
    const list = await office.call('GET', `/events/${waitedFor}/waiting-list`);
    expect(list.data).toMatchObject({ entries: [{ status: 'left', customer: ERASED }] });
    for (const words of ['dalisay', 'quizon', EMAIL, '9171234567'])
      expect((await office.call<{ meta: object }>('GET', `/orders?q=${words}`)).data.meta).toMatchObject({ total: 0 });

    const { tickets, ...order } = (await office.call<Record<string, unknown>>('GET', `/orders/${used.orderId}`)).data;
    expect(order).toEqual({ ...before, tickets: undefined, customer: ERASED });
    expect(tickets).toMatchObject([
      { attendee: { name: 'Erased', email: null } },
      { attendee: OTHER },
      { attendee: null },
    ]);
    const ofGuest = (await office.call<{ customer: object }>('GET', `/orders/${guest.orderId}`)).data;
    expect(ofGuest).toMatchObject({ customer: OTHER });
    expect(ofGuest).toMatchObject({
      tickets: [{ attendee: { name: 'Erased', email: ERASED.email } }, { attendee: null }],
    });
  });

  test('does nothing when it is repeated', async () => {
    expect((await erase()).data).toEqual({
      purchases: 0,
      mails: 0,
      notifications: 0,
      subscriptions: 0,
      waiting_list_entries: 0,
      unsubscribes: 0,
      complete: true,
    });
  });

  test('is recorded in the audit log with its author, and without the person', async () => {
    const { data } = await office.call<{ changes: { subject_id: string; actor: object; after: object }[] }>(
      'GET',
      '/audit-log?action=buyer.erased',
    );
    expect(data.changes).toHaveLength(7);
    for (const { actor } of data.changes) expect(actor).toMatchObject({ kind: 'user' });
    expect(new Set(data.changes.map(({ after }) => JSON.stringify(after)))).toEqual(
      new Set(['{"erased":"buyer"}', '{"erased":"guest"}', '{"erased":"subscriber"}', '{"erased":"waiting"}']),
    );
  });

  test('does not run a request again whose kept answer was erased', async () => {
    const { orderId } = await sold();
    const refund = () =>
      office.call('POST', `/orders/${orderId}/refund`, undefined, { 'idempotency-key': 'refund once' });
    const first = await refund();
    expect(first.body).toContain(PERSON.name);
    expect((await refund()).body).toBe(first.body);
    const refunds = (await office.refunds()).length;
    await office.sendRefunds();
    expect((await erase()).data.purchases).toBe(1);
    expect(await refund()).toMatchObject({ status: 409, code: 'idempotency_answer_erased' });
    expect(await office.refunds()).toHaveLength(refunds);
  });

  test('keeps the answers about other people', async () => {
    const { orderId } = await sold({ customer: OTHER });
    const resend = () =>
      office.call('POST', `/orders/${orderId}/resend`, undefined, { 'idempotency-key': 'resend once' });
    const first = await resend();
    await erase();
    expect((await resend()).body).toBe(first.body);
  });

  test('answers 409 with the tickets while an event is not over', async () => {
    const { ticketIds, orderId } = await sold({ quantity: 2 });
    const { status, code, details } = await erase();
    expect({ status, code }).toEqual({ status: 409, code: 'buyer_data_needed' });
    expect(details).toEqual({
      tickets: expect.arrayContaining(ticketIds),
      checkouts: [],
      refunds: [],
      subscriptions: [],
    });
    await office.call('POST', `/orders/${orderId}/refund`);
    const { details: owed } = await erase();
    expect(owed).toMatchObject({ tickets: [], refunds: [expect.any(String)] });
    await office.sendRefunds();
    expect((await erase()).status).toBe(200);
    expect(await traces()).toEqual([]);
  });

  test('answers 409 to a guest of another buyer, about the guest’s own ticket only', async () => {
    const attendees = [{ name: 'Guest', email: EMAIL }];
    const { orderId } = await sold({ customer: OTHER, quantity: 2, attendees }, 0);
    expect((await erase()).details).toMatchObject({ tickets: [expect.any(String)] });
    await office.call('POST', `/orders/${orderId}/refund`);
    expect((await erase()).data).toMatchObject({ purchases: 1 });
    expect(await traces()).toEqual([]);
  });

  test('answers 409 while a checkout holds places or its money may arrive', async () => {
    const event = await office.event();
    const checkout = await office.checkout(event, { customer: PERSON });
    expect((await erase()).details).toMatchObject({ checkouts: [expect.any(String)] });
    const page = await office.pay(checkout, 'MAYA');
    office.wait(HOLD_SECONDS + 1);
    expect((await erase()).details).toMatchObject({ checkouts: [expect.any(String)] });
    await office.browser.submit(page, { press: 'authorize' });
    const { order_id } = await office.stateOf(checkout.checkout_id);
    await office.call('POST', `/orders/${order_id}/refund`);
    await office.sendRefunds();
    expect((await erase()).status).toBe(200);
  });

  test('answers 409 while a subscription is paid for', async () => {
    await subscribe();
    expect((await erase()).details).toMatchObject({ subscriptions: [expect.any(String)] });
    office.wait(31 * 86_400);
    expect((await erase()).data).toMatchObject({ subscriptions: 1 });
    expect(await traces()).toEqual([]);
  });

  test('finds nobody by a part of an address, nor in another organization', async () => {
    const { orderId } = await sold();
    await office.call('POST', `/orders/${orderId}/refund`);
    await office.sendRefunds();
    expect((await erase('alisay.q@example.com')).data.purchases).toBe(0);
    expect((await erase('dalisay_q@example.com')).data.purchases).toBe(0);
    const owner = await openMember(office.service, { organizationId: office.others.organizationId });
    expect((await owner.post<Erasure>('/buyers/erase', { email: EMAIL })).body.data.purchases).toBe(0);
    expect((await office.call<{ customer: object }>('GET', `/orders/${orderId}`)).data.customer).toEqual(PERSON);
    expect((await erase()).data.purchases).toBe(1);
  });

  test('continues in the next request when a person has very many purchases', async () => {
    const event = await office.event({ capacity: 1_000 });
    for (let i = 0; i < 201; i++) await office.checkout(event, { customer: PERSON });
    office.wait(HOLD_SECONDS + 1);
    await office.sweep();
    expect((await erase()).data).toMatchObject({ purchases: 200, complete: false });
    expect((await erase()).data).toMatchObject({ purchases: 1, complete: true });
    expect(await traces()).toEqual([]);
  });

  test('erases a large order in batches, without a name left in any notification', async () => {
    const event = await office.event({ price: 0, capacity: 1_500 });
    await office.buy(event, { customer: PERSON, quantity: 1_201 });
    office.wait(MONTHS_SECONDS);
    expect((await erase()).data).toMatchObject({ purchases: 1, notifications: 1_201, complete: true });
    expect(await traces()).toEqual([]);
  });

  test('forgets what an organizer wrote to the person about a refund', async () => {
    const event = await office.event({ price: 500, refund_rule: { allowed: 'request' } });
    const { orderId } = await office.buy(event, { customer: PERSON });
    const { data } = await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`);
    const chosen = await office.browser.submit(await office.browser.open(`${data.tickets_url}/refund`));
    await office.browser.submit(chosen);
    const asked = await office.call<{ refund_requests: { id: string }[] }>(
      'GET',
      `/refund-requests?order_id=${orderId}`,
    );
    const [request] = asked.data.refund_requests;
    const reason = `Sorry, ${PERSON.name}: the evening takes place.`;
    await office.call('POST', `/refund-requests/${request?.id}/decline`, { reason });
    expect(await traces()).toContain('mails.details');
    office.wait(MONTHS_SECONDS);
    expect((await erase()).data.purchases).toBe(1);
    expect(await traces()).toEqual([]);
  });

  test('deletes the person’s e-mails that are kept as files, and no others', async () => {
    const [theirs, others] = [await sold({}, 0), await sold({ customer: OTHER }, 0)];
    const mailsOf = async ({ orderId }: { orderId: string }) =>
      (await office.call<{ mails: { id: string }[] }>('GET', `/orders/${orderId}/mails`)).data.mails;
    const fileOf = (mail: { id: string } | undefined) => join(dataDir, 'mail', `${mail?.id}.eml`);
    const [theirFile, otherFile] = [fileOf((await mailsOf(theirs))[0]), fileOf((await mailsOf(others))[0])];
    await mkdir(join(dataDir, 'mail'), { recursive: true });
    for (const file of [theirFile, otherFile]) await writeFile(file, 'To: somebody');
    office.wait(MONTHS_SECONDS);
    expect((await erase()).data.purchases).toBe(1);
    expect([existsSync(theirFile), existsSync(otherFile)]).toEqual([false, true]);
  });

  test('answers 400 without an e-mail address', async () => {
    expect(await office.callAsOwner('POST', '/buyers/erase', {})).toMatchObject({ status: 400, field: 'email' });
    expect(await erase('nobody')).toMatchObject({ status: 400, field: 'email' });
  });
});
