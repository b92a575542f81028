import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { createUser } from '../../src/accounts/create-user.ts';
import { rememberDevice } from '../../src/accounts/devices/remember-device.ts';
import { inviteByLink } from '../../src/accounts/invitations/invite.ts';
import { insertChallenge, insertPasskey } from '../../src/accounts/passkeys/queries.ts';
import { makeResetLink } from '../../src/accounts/password-resets/reset-password.ts';
import { insertMembership } from '../../src/accounts/queries.ts';
import { saveRecoveryCodes } from '../../src/accounts/recovery-codes/make-recovery-codes.ts';
import { newRecoveryCodes } from '../../src/accounts/recovery-codes/recovery-code.ts';
import { openSession } from '../../src/accounts/sessions/open-session.ts';
import { countLogIn } from '../../src/accounts/throttle/throttle.ts';
import { createApiKey } from '../../src/api-keys/create-api-key.ts';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { eraseBuyer } from '../../src/buyers/erase-buyer.ts';
import { readConfig } from '../../src/config/config.ts';
import { createEvent } from '../../src/events/create-event.ts';
import { sendMessages } from '../../src/messages/send-messages.ts';
import { insertUnsubscribe } from '../../src/messages/unsubscribe-queries.ts';
import { createOrganization } from '../../src/organizations/create-organization.ts';
import { openTestOrganization } from '../../src/organizations/open-test-organization.ts';
import { saveAccountInUse } from '../../src/payments/accounts/queries.ts';
import { keepPicture } from '../../src/pictures/queries.ts';
import { purgeOldRows } from '../../src/purge-old-rows.ts';
import { openSecretsKeys } from '../../src/secrets/open-secrets-keys.ts';
import { recordPress } from '../../src/tickets/wallet/record-press.ts';
import { registerPhone } from '../../src/tickets/wallet/register-phone.ts';
import { newId, type Uuid } from '../../src/values/uuid.ts';
import { claimCheck } from '../../src/verify/queries.ts';
import { type BoxOffice, CUSTOMER, type EventOnSale, HOLD_SECONDS, SUCCESS_URL } from '../fixtures/box-office.ts';
import { type Hall, holdSeats, openHall, rows } from '../fixtures/hall.ts';
import { BROWSER } from '../fixtures/members.ts';
import { promoCodeWords } from '../fixtures/promo-code-words.ts';
import { openVisitor } from '../fixtures/room-visitor.ts';
import { openLine } from '../fixtures/waiting-line.ts';
import type { WebhookOffice } from '../fixtures/webhook-office.ts';

async function putIntoWallets({ db, organizationId, now }: BoxOffice, eventId: string, ticketId = '') {
  const pass = { organizationId, ticketId, revision: 1 };
  await recordPress(db, { ...pass, eventId }, now());
  await registerPhone(db, pass, { deviceId: 'phone', pushToken: 'ab', now: now() });
}

/** A door without a network admitted a ticket that was checked in at another. */
async function admitTwice(office: BoxOffice, { id }: EventOnSale, ticketId: string | undefined) {
  const ends_at = new Date(office.now().getTime() + 3_600_000).toISOString();
  const gate = await office.call<{ secret: string }>('POST', `/events/${id}/door-links`, { name: 'Gate A', ends_at });
  const { data: ticket } = await office.call('GET', `/tickets/${ticketId}`);
  const scan = {
    code: ticket.code,
    device_nonce: 'twice',
    scanned_at: new Date(office.now().getTime() - 60_000).toISOString(),
  };
  await office.call('POST', '/tickets/check-in', scan, { authorization: `Bearer ${gate.data.secret}` });
}

/** A check-in that was undone; its scan is remembered. */
async function undoScan({ call }: BoxOffice, ticketId: string | undefined) {
  const { code } = (await call('GET', `/tickets/${ticketId}`)).data;
  await call('POST', '/tickets/check-in', { code, device_nonce: 'undone' });
  await call('POST', `/tickets/${ticketId}/undo-check-in`);
}

/** Passages at lists of each rule and at the gate, one of them undone, and a door link for a list. */
async function passLists({ call, now }: BoxOffice, { id, tierId }: EventOnSale, ticketId: string | undefined) {
  await call('PUT', `/events/${id}`, { re_entry: true });
  const { code } = (await call('GET', `/tickets/${ticketId}`)).data;
  const scan = (fields: object) =>
    call<{ passage_id: string }>('POST', '/tickets/check-in', { code, device_nonce: 'again', ...fields });
  for (const direction of ['out', 'in']) await scan({ direction, device_nonce: direction });
  for (const passes of ['once', 're_entry', 'unlimited']) {
    const fields = { name: passes, passes, tier_ids: passes === 'once' ? [tierId] : null };
    const { data: list } = await call('POST', `/events/${id}/check-in-lists`, fields);
    const { data } = await scan({ list_id: list.id, device_nonce: passes });
    if (passes === 'once') await call('POST', `/passages/${data.passage_id}/undo`);
    if (passes === 're_entry') await scan({ list_id: list.id, device_nonce: 'leaves', direction: 'out' });
    const ends_at = new Date(now().getTime() + 3_600_000).toISOString();
    await call('POST', `/events/${id}/door-links`, { name: 'Lounge', ends_at, list_id: list.id });
  }
}

/**
 * Creates rows of every kind in every state: sold, used, returned, held, expired, cancelled, paid too
 * late, in progress; with seats, promo codes and deliveries. @returns the id of another organization's event
 */
export async function fillDatabase({ office, endpoint, deliver }: WebhookOffice): Promise<Uuid> {
  await endpoint();
  const promos = promoCodeWords(office);
  const market = await office.event({ capacity: 100 });
  await promos.code(market, { code: 'EARLY', usage_limit: 5 });
  await promos.code(market, { code: 'UNUSED' });
  const { ticketIds } = await office.buy(market, { quantity: 3, promo_code: 'EARLY' }, 'CARD');
  const [returned, scanned] = ticketIds;
  await office.call('POST', `/tickets/${returned}/refund`);
  await office.sendRefunds();
  await office.call('POST', `/tickets/${ticketIds[2]}/reissue`);
  await office.call('GET', '/ticket-keys');
  await undoScan(office, scanned);
  await office.call('POST', `/tickets/${scanned}/check-in`);
  await admitTwice(office, market, scanned);
  await passLists(office, market, scanned);
  await office.buy(await office.event({ price: 0 }), { quantity: 2, attribution: { source: 'radio', ref: 'friend' } });
  await agreeAndName(office);
  await orderInShop(office);
  await eraseSomebody(office, market);
  await changeOrders(office);
  await sellAtTheBoxOffice(office, market);
  await moveToDearerPlaceAndBack(office);

  await writeMessage(office, market);
  const cancelled = await office.event();
  await office.buy(cancelled);
  await office.checkout(cancelled);
  await office.cancelEvent(cancelled);
  await office.call('POST', `/events/${cancelled.id}/dates`, { start_datetimes: ['2027-06-01T20:00'] });

  const hall = await openHall(office, rows(['A', [1, 2, 3, null, 4, 5]], ['B', 6]));
  await office.call('POST', `/events/${hall.id}/seats/block`, { section: 'Lower', row: 'B', seats: [6] });
  const seated = await office.buy(hall, { section_id: hall.sectionId, quantity: 3 });
  await office.call('POST', `/tickets/${seated.ticketId}/refund`);
  await putIntoWallets(office, hall.id, seated.ticketIds[1]);
  await buyAddOn(office, hall);
  await holdSeats(office, hall, 2);
  await office.checkout(market);
  await payTooLate(office);

  await waitInLine(office);
  await waitInRoom(office);
  await office.checkout(market, { quantity: 2 });
  await office.checkout(market, { promo_code: 'EARLY' });
  await office.pay(await office.checkout(market), 'GCASH');
  await office.browser.submit(await office.pay(await office.checkout(market), 'BANK_TRANSFER'), { press: 'pending' });
  await holdSeats(office, hall, 2);
  await deliver();

  const code = { event_id: market.id, code: 'ONCE', discount_type: 'fixed_amount', discount_amount: 10 };
  await office.call('POST', '/promo-codes', code, { 'idempotency-key': 'once' });
  await subscribe(office);
  const account = { provider: 'paymongo', live: false, sealed: Buffer.alloc(1) } as const;
  await office.db.transaction((tx) =>
    saveAccountInUse(tx, { ...account, channels: ['gcash'], organizationId: office.organizationId }, office.now()),
  );
  await letPeopleIn(office);
  await beginTest(office);
  await office.call('GET', '/notifications');
  await purgeOldRows(office.db, readConfig({}), office.now());
  await openSecretsKeys(office.db, office.config);
  await claimCheck(office.db, { now: office.now(), until: office.now() });
  return theirEvent(office);
}

/**
 * An owner and a viewer, logged in on a known device, with second factors, an invitation with its link, and counted
 * log-in tries.
 */
async function letPeopleIn({ db, organizationId, now }: WebhookOffice['office']) {
  const passwordHash = 'of nobody';
  for (const role of ['owner', 'viewer'] as const) {
    const userId = await createUser(db, { email: `${role}@example.com`, name: role, passwordHash, now: now() });
    await insertMembership(db, { organizationId, userId, role, now: now() });
    await openSession(db, { organizationId, userId, browser: BROWSER, now: now() });
    await db.transaction((tx) => rememberDevice(tx, { userId, browser: BROWSER, now: now() }));
    await makeResetLink(db, '', { userId, expiresAt: now() });
    await insertChallenge(db, { challengeHash: randomBytes(32), userId, expiresAt: now() });
    const credential = { credentialId: randomBytes(32), publicKey: randomBytes(77), signCount: 1 };
    await db.transaction(async (tx) => {
      await insertPasskey(tx, { userId, id: newId(now()), name: 'Phone', ...credential, createdAt: now() });
      await saveRecoveryCodes(tx, userId, newRecoveryCodes());
    });
  }
  await inviteByLink(db, '', { organizationId, actor: OPERATOR, email: 'guest@example.com', role: 'door', now: now() });
  await countLogIn(db, { email: 'guest@example.com', browser: BROWSER, now: now() });
}

/** A test organization, with a payment in progress. */
async function beginTest({ db, organizationId, call, pay, now }: WebhookOffice['office']) {
  const { organization } = await openTestOrganization(db, { organizationId, actor: OPERATOR, now: now() });
  const created = { organizationId: organization.id, actor: OPERATOR, name: 'test', now: now() };
  const headers = { authorization: `Bearer ${(await createApiKey(db, created)).key}` };
  const start_datetime = new Date(now().getTime() + 30 * 86_400_000).toISOString();
  const body = { title: 'Rehearsal', start_datetime, capacity: 10, ticket_price: 100 };
  const event = await call<{ id: string }>('POST', '/events', body, headers);
  await call('PUT', `/events/${event.data.id}`, { status: 'active' }, headers);
  const checkout = { event_id: event.data.id, quantity: 1, customer: CUSTOMER, success_url: SUCCESS_URL };
  await pay((await call<{ checkout_url: string }>('POST', '/checkouts', checkout, headers)).data, 'CARD');
}

/** Paid by hand, given back and given away. */
async function sellAtTheBoxOffice({ call }: WebhookOffice['office'], { id: event_id }: { id: string }) {
  const sell = (payment_method: string) =>
    call<{ id: string }>('POST', '/orders', { event_id, items: [{ quantity: 1 }], customer: CUSTOMER, payment_method });
  const { data } = await sell('CASH');
  await call('POST', `/orders/${data.id}/refund`);
  await sell('COMP');
  await keepForNames(call, event_id);
}

/** One reservation without a time, of which a part was picked up, and one until tonight. */
async function keepForNames(call: WebhookOffice['office']['call'], event_id: string) {
  const keep = async (fields: object) =>
    (
      await call<{ id: string; items: { tier_id: string }[] }>('POST', '/reservations', {
        event_id,
        name: 'Santos',
        ...fields,
      })
    ).data;
  const { id, items } = await keep({ items: [{ quantity: 3 }] });
  const body = { items: [{ tier_id: items[0]?.tier_id, quantity: 1 }], customer: CUSTOMER, payment_method: 'CASH' };
  await call('POST', `/reservations/${id}/pick-up`, body);
  await keep({ items: [{ quantity: 1 }], until: '2027-02-01T19:00:00+08:00' });
}

/** The buyer of a ticket pays the difference at the window, and gets it back there. */
async function moveToDearerPlaceAndBack(office: WebhookOffice['office']) {
  const event = await office.event({ title: 'Gabi ng Musika' });
  const vip = await office.tier(event);
  const { orderId, ticketId } = await office.buy(event, {}, 'CARD');
  for (const tier_id of [vip, event.tierId])
    await office.call('POST', `/orders/${orderId}/changes`, {
      tickets: [{ ticket_id: ticketId, tier_id }],
      payment_method: 'CASH',
      give_back: 'by_hand',
    });
}

/** A sold-out event, with an offer to the first in line. */
async function waitInLine(office: WebhookOffice['office']) {
  const line = openLine(office);
  const event = await line.soldOut(2);
  for (let person = 0; person < 2; person++) await line.join(event);
  await line.refund([event.ticketId]);
  await office.offerPlaces();
}

/** A visitor of a waiting room whose turn it is. */
async function waitInRoom(office: WebhookOffice['office']) {
  await office.event({ slug: 'in-the-room', waiting_room: { enabled: true } });
  const visitor = openVisitor(office);
  const page = await visitor.browser.open(`${office.parts.publicUrl()}/room/lakbay-concerts/in-the-room`);
  await visitor.browser.submit(page);
}

/** Every requirement that an event can have for buyers. */
async function agreeAndName(office: WebhookOffice['office']) {
  const event = await office.event({ price: 0, consent_text: 'I agree to the house rules.' });
  const ask = async (fields: object) =>
    (await office.call('POST', `/events/${event.id}/questions`, { kind: 'text', ...fields })).data.id;
  const company = await ask({ asked_of: 'order', label: 'Company', tier_ids: [event.tierId] });
  const meal = await ask({
    asked_of: 'ticket',
    kind: 'choice',
    label: 'Meal',
    options: ['Fish', 'Rice'],
    at_door: true,
  });
  const attendees = [{ name: 'Ben Cruz', email: 'ben@example.com' }, { name: 'Carla' }];
  const checkout = await office.checkout(event, {
    quantity: 3,
    attendees: [{ ...attendees[0], answers: [{ question_id: meal, value: 'Fish' }] }, attendees[1]],
    answers: [{ question_id: company, value: 'Likha' }],
  });
  const page = await office.browser.open(checkout.checkout_url);
  const consent = page.forms[0]?.fields.find(({ name }) => name === 'consent')?.value ?? '';
  await office.browser.submit(page, { fields: { consent } });
  await office.buy(await office.event({ price: 100 }), { quantity: 2, attendees });
}

/** To two people, one of whom wants no messages, and one that is cancelled. */
async function writeMessage(office: BoxOffice, market: EventOnSale) {
  const customer = { name: 'Dina Sy', email: 'dina@example.com' };
  await office.buy(market, { customer });
  await insertUnsubscribe(office.db, { organizationId: office.organizationId, email: customer.email }, office.now());
  const words = { subject: 'Gates', text: 'They open at five.' };
  await office.call('POST', `/events/${market.id}/messages`, { ...words, audience: { tier_ids: [market.tierId] } });
  const later = new Date(office.now().getTime() + 3_600_000).toISOString();
  const { data } = await office.call('POST', `/events/${market.id}/messages`, { ...words, send_at: later });
  await office.call('POST', `/messages/${data.id}/cancel`);
  for (let step = 0; step < 2; step++) await sendMessages(office.db, office.now());
}

/** Buyers who give tickets back, less a fee or on request, and who pass one on. */
async function changeOrders(office: WebhookOffice['office']) {
  const rule = { fee_percent: 10, fee_fixed: 5.5 };
  for (const allowed of ['automatic', 'request']) {
    const event = await office.event({ refund_rule: { allowed, ...rule } });
    const { orderId, ticketIds } = await office.buy(event, { quantity: 3 }, 'CARD');
    const url = async () => String((await office.call('GET', `/orders/${orderId}`)).data.tickets_url);
    const asked = await office.browser.submit(await office.browser.open(`${await url()}/tickets/${ticketIds[0]}`), {
      press: 'Continue',
      fields: { name: 'Ben Cruz', email: 'ben@example.com' },
    });
    await office.browser.submit(asked, { press: 'Pass the ticket on' });
    const chosen = await office.browser.submit(await office.browser.open(`${await url()}/refund`));
    await office.browser.submit(chosen);
  }
}

/** A buyer who got their money back, and asked for the erasure of their data. */
async function eraseSomebody(office: WebhookOffice['office'], event: { id: string }) {
  const customer = { name: 'Dalisay Quizon', email: 'dalisay@example.com' };
  const { orderId } = await office.buy(event, { customer, attendees: [{ name: customer.name }] }, 'CARD');
  await office.call('POST', `/orders/${orderId}/refund`);
  await office.sendRefunds();
  const person = { organizationId: office.organizationId, email: customer.email };
  await eraseBuyer(office.db, person, { actor: OPERATOR, mailDirectory: '', now: office.now() });
}

/** A hold of the shop. */
async function orderInShop(office: WebhookOffice['office']) {
  await office.event({ slug: 'in-the-shop' });
  const logo = `/files/${office.organizationId}/logo-${'0'.repeat(32)}-512x192`;
  await keepPicture(office.db, { organizationId: office.organizationId, address: logo }, office.now());
  await office.db.query(sql`
    update organizations set logo_url = ${logo} where organization_id = ${office.organizationId}`);
  const page = await office.browser.open(`${office.parts.publicUrl()}/shop/lakbay-concerts/in-the-shop`);
  await office.browser.submit(page, { press: 'Continue', fields: { name: 'Cara Lim', email: 'cara@example.com' } });
}

/** The only place was sold to another buyer meanwhile. Earlier holds have expired, too. */
async function payTooLate(office: WebhookOffice['office']) {
  const small = await office.event({ capacity: 1 });
  const late = await office.pay(await office.checkout(small), 'MAYA');
  office.failing.add('closeSession');
  office.wait(HOLD_SECONDS + 600);
  await office.sweep();
  office.failing.clear();
  await office.buy(small);
  await office.browser.submit(late, { press: 'authorize' });
}

/** No operation creates a subscription yet. */
async function subscribe({ call, db }: WebhookOffice['office']) {
  await call('POST', '/subscription-tiers', { name: 'Fan', price_monthly: 99 });
  await db.query(sql`
    insert into subscriptions (organization_id, id, tier_id, status, customer_id, customer_email, customer_name,
      current_period_start, current_period_end, created_at, updated_at)
    select organization_id, gen_random_uuid(), id, 'active', gen_random_uuid(), 'ana@example.com', 'Ana Reyes',
           created_at, created_at + interval '1 month', created_at, created_at from subscription_tiers`);
}

async function theirEvent({ db, now }: WebhookOffice['office']): Promise<Uuid> {
  const organizationId = await createOrganization(db, { name: 'Isla Events', now: now() });
  const fields = { title: 'Full Moon', startDatetime: now(), capacity: 10 };
  const nowhere = { find: async () => null };
  return (await createEvent(db, nowhere, { organizationId, actor: OPERATOR, fields, now: now() })).id;
}

async function buyAddOn(office: WebhookOffice['office'], hall: Hall) {
  const parking = await office.tier(hall, { name: 'Parking', price: 150, admission: false });
  const late = { name: 'Late parking', admission: false, hidden: true, price_mode: 'chosen' };
  await office.tier(hall, { ...late, follows_tier_id: parking });
  const items = [
    { tier_id: parking, quantity: 2 },
    { section_id: hall.sectionId, quantity: 1 },
  ];
  const { ticketIds } = await office.buy(hall, { items }, 'CARD');
  await office.call('POST', `/tickets/${ticketIds[2]}/refund`);
}
