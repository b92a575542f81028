import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeLetter } from '../../src/letters/compose.ts';
import type { DueMail } from '../../src/mail/mail.ts';
import { mailSending } from '../../src/mail/sending/send-mails.ts';
import { MAX_MAILS_PER_DAY, MAX_WRITTEN_PER_DAY } from '../../src/messages/message.ts';
import { deleteOldMails } from '../../src/messages/purge-queries.ts';
import { sendMessages } from '../../src/messages/send-messages.ts';
import { type DeleteOld, purge } from '../../src/retention/purge.ts';
import type { EventOnSale } from '../fixtures/box-office.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { openMember } from '../fixtures/members.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';

const ANA = { name: 'Ana Reyes', email: 'ana@example.com' };
const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
const CARLA = { name: 'Carla Dizon', email: 'carla@example.com' };
const WORDS = { subject: 'Gates open at five', text: 'Bring water.\n\nThe map:\nhttps://gabi.example/map?a=1&b=2.' };
const HOUR_SECONDS = 3_600;

interface Message {
  id: string;
  status: string;
  sent: number;
  waiting: number;
  failed: number;
  left_out: number;
  send_at: string;
  ended_at: string | null;
}

let office: MailOffice;
beforeAll(async () => {
  office = await openMailOffice();
});
afterEach(() => office.expectConsistency());
afterAll(() => office.closeAll());

// As many mails as one address gets at once, whatever the tests before sent.
beforeEach(() => office.wait(HOUR_SECONDS));

function write(event: { id: string }, fields: object = {}) {
  // The newest is first in the list.
  office.wait(1);
  return office.call<Message>('POST', `/events/${event.id}/messages`, { ...WORDS, ...fields });
}
const listed = async (event: { id: string }) =>
  (await office.call<{ messages: Message[] }>('GET', `/events/${event.id}/messages`)).data.messages;
const preview = (event: { id: string }, fields: object = {}) =>
  office.call<{ recipients: number; left_out: number; subject: string; html: string; text: string }>(
    'POST',
    `/events/${event.id}/messages/preview`,
    { ...WORDS, ...fields },
  );

/** Runs the task until it has nothing to do, and sends the mails. @returns the mails that arrived */
async function arriving() {
  const before = office.server.received.length;
  for (let recorded = 1; recorded > 0; ) {
    recorded = await sendMessages(office.db, office.now());
    await office.sendMails();
  }
  return office.server.received.slice(before);
}
const addresses = (mails: { to: string[] }[]) => mails.map(({ to }) => to.join().toLowerCase()).toSorted();

/** An event with tickets of Ana (two, one for Carla) and Ben, whose ticket mails were sent. */
async function sold(fields: object = {}) {
  const event = await office.event({ title: 'Gabi', price: 100, ...fields });
  const anas = await office.buy(event, { quantity: 2, customer: ANA, attendees: [CARLA] });
  office.wait(1);
  const bens = await office.buy(event, { customer: BEN });
  await office.sendMails();
  return { event, anas, bens };
}

describe('POST /events/{id}/messages', () => {
  test('sends one mail to every address, in the organizer’s brand, with a way out that programs can use', async () => {
    const { event } = await sold({ start_datetime: '2099-05-01T20:00:00+08:00' });
    await office.buy(event, { customer: { ...BEN, email: 'BEN@example.com' } });
    await office.sendMails();
    expect(await write(event)).toMatchObject({
      status: 201,
      data: { ...WORDS, status: 'scheduled', audience: { tier_ids: null, checked_in: null }, ended_at: null },
    });
    const mails = await arriving();
    expect(addresses(mails)).toEqual([ANA.email, BEN.email, CARLA.email]);
    const { mail, raw } = mails.find(({ to }) => to.join() === CARLA.email) ?? mails[0] ?? expect.unreachable();
    expect(mail).toMatchObject({ subject: WORDS.subject, from: { name: 'Lakbay Concerts' } });
    expect(mail.text).toContain('Hello Carla Dizon,');
    expect(mail.text).toContain('Gabi: Friday, May 1, 2099');
    expect(mail.text).toContain('because of your ticket for Gabi');
    expect(mail.html).toContain(
      'The map:<br>\n<a href="https://gabi.example/map?a=1&amp;b=2">https://gabi.example/map?a=1&amp;b=2</a>.</p>',
    );
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const url = /^<(http:\/\/localhost:3000\/unsubscribe\/[\w-]+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '';
    expect(mail.text).toContain(`Get no more messages from Lakbay Concerts:\n${url}`);
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length))).toBeLessThan(998);
    expect(await listed(event)).toMatchObject([
      { status: 'sent', sent: 3, waiting: 0, failed: 0, left_out: 0, ended_at: expect.any(String) },
    ]);
    expect(await arriving()).toEqual([]);
  });

  test('goes to the people of a tier, or to those who are checked in or not, as the preview counts them', async () => {
    const { event, anas, bens } = await sold();
    const vip = await office.tier(event);
    const parking = await office.tier(event, { name: 'Parking', admission: false });
    await office.buy(event, { tier_id: vip, customer: { name: 'Vina', email: 'vina@example.com' } });
    await office.buy(event, { tier_id: parking, customer: { name: 'Paz', email: 'paz@example.com' } });
    const gone = await office.buy(event, { customer: { name: 'Gil', email: 'gil@example.com' } });
    await office.call('POST', `/orders/${gone.orderId}/refund`);
    await office.call('POST', `/tickets/${bens.ticketId}/check-in`);
    await office.call('POST', `/tickets/${anas.ticketIds[1]}/check-in`);
    await office.sendMails();
    for (const [audience, expected] of [
      [null, ['ana', 'ben', 'carla', 'paz', 'vina']],
      [{ tier_ids: [vip, parking] }, ['paz', 'vina']],
      [{ checked_in: true }, ['ana', 'ben']],
      [{ checked_in: false }, ['ana', 'carla', 'vina']],
      [{ checked_in: true, tier_ids: [vip] }, []],
    ] as const) {
      expect((await preview(event, { audience })).data).toMatchObject({ recipients: expected.length, left_out: 0 });
      await write(event, { audience });
      expect(addresses(await arriving())).toEqual(expected.map((name) => `${name}@example.com`));
    }
  });

  test('leaves out guests of a free order that its buyer has not confirmed, and the buyer of a ticket passed on', async () => {
    const event = await office.event({ price: 0 });
    const { orderId, ticketId } = await office.buy(event, { customer: ANA, attendees: [CARLA] });
    await write(event);
    await office.sendMails();
    expect(addresses(await arriving())).toEqual([ANA.email]);
    const url = String((await office.call('GET', `/orders/${orderId}`)).data.tickets_url);
    const asked = await office.browser.submit(await office.browser.open(`${url}/tickets/${ticketId}`), {
      press: 'Continue',
      fields: BEN,
    });
    await office.browser.submit(asked, { press: 'Pass the ticket on' });
    await office.sendMails();
    await write(event);
    expect(addresses(await arriving())).toEqual([BEN.email]);
  });

  test('waits for its time, and goes to those who have a ticket then', async () => {
    const { event, bens } = await sold();
    const at = new Date(office.now().getTime() + HOUR_SECONDS * 1_000).toISOString();
    const { data } = await write(event, { send_at: at });
    expect(data).toMatchObject({ status: 'scheduled', send_at: at });
    expect(await arriving()).toEqual([]);
    await office.call('POST', `/orders/${bens.orderId}/refund`);
    await office.buy(event, { customer: { name: 'Dina', email: 'dina@example.com' } });
    await office.sendMails();
    office.wait(HOUR_SECONDS);
    expect(addresses(await arriving())).toEqual([ANA.email, CARLA.email, 'dina@example.com']);
  });

  test('does not reach a person whose tickets were refunded while it waited, unless they have another one', async () => {
    const { event, anas, bens } = await sold();
    await office.buy(event, { customer: BEN });
    await office.sendMails();
    await write(event);
    await sendMessages(office.db, office.now());
    for (const { orderId } of [anas, bens]) await office.call('POST', `/orders/${orderId}/refund`);
    const mails = (await arriving()).filter(({ mail }) => mail.subject === WORDS.subject);
    expect(addresses(mails)).toEqual([BEN.email]);
    expect(await listed(event)).toMatchObject([{ sent: 1, left_out: 2 }]);
  });

  test.each([
    [{ subject: '' }, 'subject'],
    [{ subject: 'two\nlines' }, 'subject'],
    [{ subject: 'x'.repeat(151) }, 'subject'],
    [{ text: ' \n ' }, 'text'],
    [{ text: 'x'.repeat(5_001) }, 'text'],
    [{ audience: { tier_ids: [] } }, 'audience.tier_ids'],
    [{ audience: { checked_in: 'yes' } }, 'audience.checked_in'],
    [{ send_at: 'tomorrow' }, 'send_at'],
  ])('answers 400 to %j, and names the field', async (fields, field) => {
    const event = await office.event();
    expect(await write(event, fields)).toMatchObject({ status: 400, field });
  });

  test('answers 404 for a tier of another event', async () => {
    const [event, other] = [await office.event(), await office.event()];
    const audience = { tier_ids: [event.tierId, other.tierId] };
    for (const send of [write, preview])
      expect(await send(event, { audience })).toMatchObject({ status: 404, code: 'tier_not_found' });
  });
});

describe('POST /events/{id}/messages/preview', () => {
  test('shows the mail as it will look, and sends nothing', async () => {
    const { event } = await sold();
    const { data } = await preview(event, { text: '<b>Bring</b> "water"' });
    expect(data.subject).toBe(WORDS.subject);
    expect(data.html).toContain('<p style="margin:0 0 12px">&lt;b&gt;Bring&lt;/b&gt; &quot;water&quot;</p>');
    expect(data.text).toContain('<b>Bring</b> "water"');
    expect(await arriving()).toEqual([]);
    expect(await listed(event)).toEqual([]);
  });
});

describe('POST /events/{id}/messages/test', () => {
  test('sends the message to the person who asks, and needs a person', async () => {
    const { event } = await sold();
    const writer = await openMember(office.service);
    const answer = await writer.post<{ recipient: string }>(`/events/${event.id}/messages/test`, WORDS);
    expect(answer).toMatchObject({ status: 200, body: { data: { recipient: writer.email } } });
    const mails = await arriving();
    expect(addresses(mails)).toEqual([writer.email]);
    expect(mails[0]?.mail).toMatchObject({ subject: WORDS.subject });
    expect(mails[0]?.mail.text).toContain(`Hello ${writer.name},`);
    expect(await listed(event)).toEqual([]);
    expect(await office.call('POST', `/events/${event.id}/messages/test`, WORDS)).toMatchObject({
      status: 409,
      code: 'test_needs_person',
    });
  });
});

describe('a message of an event that is cancelled', () => {
  const subjects = async () => (await arriving()).map(({ mail }) => mail.subject);

  test('is not sent any more', async () => {
    const { event, bens } = await sold();
    await office.call('POST', `/tickets/${bens.ticketId}/check-in`);
    const send_at = new Date(office.now().getTime() + HOUR_SECONDS * 1_000).toISOString();
    const { data } = await write(event, { send_at });
    await office.cancelEvent(event);
    expect(await subjects()).toEqual(Array(3).fill('Cancelled: Gabi'));
    office.wait(HOUR_SECONDS);
    expect(await subjects()).toEqual([]);
    expect(await listed(event)).toMatchObject([{ status: 'cancelled', ended_at: expect.any(String) }]);
    const log = await office.call('GET', `/audit-log?subject_id=${data.id}&action=message.cancelled`);
    expect(log.data.changes).toMatchObject([{ before: { status: 'scheduled' }, after: { status: 'cancelled' } }]);
  });

  test.each([
    [null, [ANA, BEN, CARLA]],
    [true, [BEN]],
    [false, [ANA, CARLA]],
  ])('is followed by one to the same people, checked in: %s', async (checked_in, people) => {
    const { event, bens } = await sold();
    const given = await office.buy(event, { customer: { name: 'Dina Lim', email: 'dina@example.com' } });
    await office.call('POST', `/orders/${given.orderId}/refund`);
    await office.call('POST', `/tickets/${bens.ticketId}/check-in`);
    await office.cancelEvent(event);
    await arriving();
    const audience = { checked_in };
    expect((await preview(event, { audience })).data.recipients).toBe(people.length);
    await write(event, { subject: 'Your money is on its way', audience });
    const mails = await arriving();
    expect(addresses(mails)).toEqual(people.map(({ email }) => email));
    expect(mails[0]?.mail.text).toContain('because of your ticket for Gabi');
  });

  test.each([
    [1, 'cancelled'],
    [2, 'sent'],
  ])('after %i steps drops its mails that wait, and is %s', async (steps, status) => {
    const { event, bens } = await sold();
    await office.call('POST', `/tickets/${bens.ticketId}/check-in`);
    await write(event);
    for (let step = 0; step < steps; step++) await sendMessages(office.db, office.now());
    const [before] = await listed(event);
    office.wait(1);
    await office.cancelEvent(event);
    expect(await subjects()).toEqual(Array(3).fill('Cancelled: Gabi'));
    const ended_at = before?.ended_at ?? expect.any(String);
    expect(await listed(event)).toMatchObject([{ status, ended_at, sent: 0, waiting: 0, left_out: 3 }]);
  });
});

describe('POST /messages/{id}/cancel', () => {
  test('cancels a message before it is sent, and answers 409 afterwards', async () => {
    const { event } = await sold();
    const { data } = await write(event, { send_at: new Date(office.now().getTime() + 1_000).toISOString() });
    const cancel = (id: string) => office.call<Message>('POST', `/messages/${id}/cancel`);
    expect(await cancel(data.id)).toMatchObject({ status: 200, data: { status: 'cancelled' } });
    expect(await cancel(data.id)).toMatchObject({ code: 'message_not_scheduled', details: { status: 'cancelled' } });
    office.wait(1);
    expect(await arriving()).toEqual([]);
    const { data: other } = await write(event);
    await arriving();
    expect(await cancel(other.id)).toMatchObject({ status: 409, details: { status: 'sent' } });
    expect(await cancel(UNKNOWN_ID)).toMatchObject({ status: 404 });
  });
});

describe('a reader of a message', () => {
  async function linkIn(event: EventOnSale, address: string): Promise<string> {
    await write(event);
    const mail = (await arriving()).find(({ to }) => to.join() === address)?.mail;
    return new URL(/https?:\S+\/unsubscribe\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname;
  }
  const post = (url: string, type: string, payload: string) =>
    office.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });

  test('is asked in the language of the mail, whatever that of the phone', async () => {
    const event = await office.event({ title: 'Gabi', price: 100 });
    await office.buy(event, { customer: { name: 'Edu Lim', email: 'edu@example.com' }, language: 'fil' });
    await office.sendMails();
    await write(event);
    const [sent] = await arriving();
    expect(sent?.mail.text).toContain('Huwag nang tumanggap');
    const link = /https?:\S+\/unsubscribe\/\S+/.exec(sent?.mail.text ?? '')?.[0] ?? '';
    const { pathname, search } = new URL(link);
    const headers = { 'accept-language': 'en-PH' };
    const page = await office.app.inject({ method: 'GET', url: pathname + search, headers });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Ititigil ba');
  });

  test('unsubscribes with one press, gets no more messages, and still gets their tickets', async () => {
    const { event, bens } = await sold();
    const path = await linkIn(event, BEN.email);
    const page = await office.browser.open(path);
    expect(page.text).toContain(`Stop messages from Lakbay Concerts to ${BEN.email}?`);
    expect((await office.browser.open(`${path}?lang=fil`)).text).toContain('Ititigil ba ang mga mensahe');
    await write(event);
    expect(addresses(await arriving())).toContain(BEN.email);
    const done = await office.browser.submit(page);
    expect(done).toMatchObject({ status: 200, url: expect.stringContaining(path) });
    expect(done.text).toContain('You are unsubscribed');
    expect((await preview(event)).data).toMatchObject({ recipients: 2, left_out: 1 });
    await write(event);
    expect(addresses(await arriving())).toEqual([ANA.email, CARLA.email]);
    expect((await listed(event))[0]).toMatchObject({ sent: 2, left_out: 1 });
    await office.call('POST', `/orders/${bens.orderId}/resend`);
    expect(addresses(await office.sendMails())).toEqual([BEN.email]);
    const again = await office.browser.submit(await office.browser.open(path));
    expect(again.text).toContain('You get messages again');
    expect(await office.browser.open(again.url)).toMatchObject({ status: 200, url: expect.stringMatching(`${path}$`) });
    await write(event);
    expect(addresses(await arriving())).toContain(BEN.email);
  });

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
  ])('unsubscribes by their mail program, which sends %s and follows no redirect', async (type, payload) => {
    const { event } = await sold();
    const path = await linkIn(event, ANA.email);
    expect((await post(path, type, payload)).statusCode).toBe(200);
    await write(event);
    expect(addresses(await arriving())).toEqual([BEN.email, CARLA.email]);
    await post(`${path}/undo`, 'application/x-www-form-urlencoded', '');
  });

  test('who unsubscribes while a message waits to be sent gets it no more', async () => {
    const { event } = await sold();
    const path = await linkIn(event, ANA.email);
    await write(event);
    await sendMessages(office.db, office.now());
    await post(path, 'application/x-www-form-urlencoded', '');
    expect(addresses(await arriving())).toEqual([BEN.email, CARLA.email]);
    expect((await listed(event))[0]).toMatchObject({ sent: 2, left_out: 1, failed: 0 });
    await post(`${path}/undo`, 'application/x-www-form-urlencoded', '');
  });

  test('gets 404 for a link that was cut or changed', async () => {
    const path = await linkIn((await sold()).event, BEN.email);
    const changed = path.slice(0, -2) + (path.endsWith('AA') ? 'BB' : 'AA');
    for (const url of [path.slice(0, -6), changed, '/unsubscribe/x'])
      expect((await post(url, 'application/x-www-form-urlencoded', '')).statusCode).toBe(404);
    expect((await preview((await sold()).event)).data).toMatchObject({ left_out: 0 });
  });
});

describe('bounds of messages', () => {
  const setAllowance = (fields: { written?: number; mails?: number }) =>
    office.db.query(sql`
      update message_allowances set written = ${fields.written ?? 0}, mails = ${fields.mails ?? 0}
       where organization_id = ${office.organizationId}`);

  test('an organization writes a number of messages and test mails a day', async () => {
    const event = await office.event();
    await write(event);
    await setAllowance({ written: MAX_WRITTEN_PER_DAY - 1 });
    expect((await write(event)).status).toBe(201);
    const refused = { status: 409, code: 'too_many_messages', details: { max: MAX_WRITTEN_PER_DAY } };
    expect(await write(event)).toMatchObject(refused);
    const { post } = await openMember(office.service);
    expect((await post(`/events/${event.id}/messages/test`, WORDS)).status).toBe(409);
    office.wait(24 * HOUR_SECONDS);
    expect((await write(event)).status).toBe(201);
    await arriving();
  });

  test('its mails over the bound of a day follow on the next', async () => {
    const { event } = await sold();
    await write(event);
    await setAllowance({ mails: MAX_MAILS_PER_DAY - 2 });
    expect(await arriving()).toHaveLength(2);
    expect(await listed(event)).toMatchObject([{ status: 'sending', sent: 2, waiting: 0 }]);
    const version = () =>
      office.db.query(sql`
        select xmin::text as version from message_allowances where organization_id = ${office.organizationId}`);
    const before = await version();
    await sendMessages(office.db, office.now());
    expect(await version(), 'until then it costs nothing').toEqual(before);
    office.wait(24 * HOUR_SECONDS);
    expect(await arriving()).toHaveLength(1);
    expect(await listed(event)).toMatchObject([{ status: 'sent', sent: 3 }]);
  });

  test('the rest of one is cancelled with its event, and what was sent is told', async () => {
    const { event } = await sold();
    await write(event);
    await setAllowance({ mails: MAX_MAILS_PER_DAY - 2 });
    await arriving();
    await office.cancelEvent(event);
    await arriving();
    office.wait(24 * HOUR_SECONDS);
    expect(await arriving()).toEqual([]);
    expect(await listed(event)).toMatchObject([{ status: 'cancelled', sent: 2, waiting: 0, left_out: 0 }]);
  });

  test('its counts stay when its mails are purged, but for those that failed', async () => {
    const { event } = await sold();
    const unsubscribe = (email: string) =>
      office.db.query(sql`
        insert into message_unsubscribes (organization_id, email, unsubscribed_at)
        values (${office.organizationId}, ${email}, ${office.now()})`);
    const dave = { name: 'Dave Lim', email: 'dave@example.com' };
    await office.buy(event, { customer: dave });
    await office.sendMails();
    // Carla is left out when the message is recorded, Dave when his mail is written, and the mailbox of Ben does not
    // exist.
    await unsubscribe(CARLA.email);
    await write(event);
    await sendMessages(office.db, office.now());
    await unsubscribe(dave.email);
    await office.db.query(sql`
      update mails set status = 'failed', next_attempt_at = null, attempts = 1, failure_reason = 'refused'
       where kind = 'message' and recipient = ${BEN.email} and status = 'pending'`);
    await arriving();
    const counts = { sent: 1, waiting: 0, left_out: 2 };
    expect(await listed(event)).toMatchObject([{ ...counts, failed: 1 }]);
    const later = new Date(office.now().getTime() + 86_400_000);
    const deleteOld: DeleteOld = async (tx, batch) => {
      const { deleted, last } = await deleteOldMails(tx, batch);
      return { deleted: deleted.rows, last };
    };
    await purge(office.db, 'mails', deleteOld, { keepDays: 0, now: later });
    expect(await office.count('mails')).toBe(0);
    expect(await listed(event)).toMatchObject([{ ...counts, failed: 0 }]);
    await office.db.query(sql`delete from message_unsubscribes where email in (${CARLA.email}, ${dave.email})`);
  });

  test('messages in progress leave connections for tickets, and their number delays none', async () => {
    const { event } = await sold();
    await write(event);
    await sendMessages(office.db, office.now());
    const sending: DueMail['kind'][] = [];
    const { promise: hanging, resolve: goOn } = Promise.withResolvers<void>();
    const transport = {
      async send({ kind }: { id: string; createdAt: Date; kind?: DueMail['kind'] }) {
        if (kind) sending.push(kind);
        if (kind === 'message') await hanging;
      },
      close() {},
    };
    const compose = (mail: DueMail) => composeLetter(office.parts, mail);
    const { db, clock, app } = office;
    const parts = { db, clock, transport, compose, isToPayingBuyer: async () => false };
    const mailer = mailSending({ ...parts, isRush: () => false, log: app.log });
    await mailer.begin();
    await mailer.begin();
    await expect.poll(() => sending).toEqual(['message', 'message']);
    await office.buy(event, { customer: BEN });
    await mailer.begin();
    await expect.poll(() => sending).toEqual(['message', 'message', 'tickets']);
    goOn();
    await mailer.settled();
    await arriving();
  });
});
