import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { purgeOldRows } from '../../src/purge-old-rows.ts';
import { ERASED_EMAIL } from '../../src/values/erased.ts';
import { KEEP_ENTRIES_DAYS } from '../../src/waiting-list/entry.ts';
import { holdMail } from '../fixtures/held-mail.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { openLine } from '../fixtures/waiting-line.ts';

const MARIA = 'maria@example.com';

let office: MailOffice;
let line: ReturnType<typeof openLine>;
beforeAll(async () => {
  office = await openMailOffice();
  line = openLine(office);
});
// With the tickets of earlier buyers.
beforeEach(() => office.sendMails());
afterEach(() => office.expectConsistency());
afterAll(() => office.closeAll());

describe('the e-mail to a person who joined a waiting list', () => {
  const soldOut = async (fields: object = {}) => {
    const event = await line.soldOut(2, { title: 'Night Market', ...fields });
    await office.sendMails();
    return event;
  };

  const mailOf = async ({ id }: { id: string }) => {
    const [mail] = await office.db.query<{ kind: string; status: string; recipient: string }>(sql`
      select kind, status, recipient from mails
       where organization_id = ${office.organizationId} and details ->> 'entry_id' = ${id}`);
    return mail;
  };

  test('says the place, the tickets and when the event is, and its link leaves the list', async () => {
    const event = await soldOut({ start_datetime: '2099-05-01T20:00:00+08:00' });
    await line.join(event);
    await line.join(event, { email: MARIA, quantity: 2 });
    const sent = await office.sendMails();
    expect(sent).toHaveLength(2);
    const { to, mail } = sent.find(({ to }) => to.includes(MARIA)) ?? { to: [] };
    expect(to).toEqual([MARIA]);
    expect(mail?.subject).toBe('You are on the waiting list: Night Market');
    for (const words of ['Hello Ana Reyes', 'May 1, 2099', '2 × General Admission', 'when you joined: 2'])
      expect(mail?.text).toContain(words);
    const [url = ''] = /http:\/\/localhost:3000\/w\/\S+/.exec(mail?.text ?? '') ?? [];
    const page = await office.browser.open(url);
    expect(page.text).toContain('You are on the waiting list');
    await office.browser.submit(page);
    expect(await line.statuses(event)).toEqual(['waiting', 'left']);
  });

  test('does not say that an event is sold out which sells other tickets', async () => {
    const event = await office.event({ capacity: 5, price: 0, title: 'Night Market' });
    const vip = await office.tier(event, { name: 'VIP', price: 0, quantity_total: 1 });
    await office.buy(event, { tier_id: vip });
    await office.sendMails();
    await line.join(event, { tier_id: vip });
    const [sent] = await office.sendMails();
    expect(sent?.mail.text).toContain('1 × VIP');
    expect(sent?.mail.text).not.toMatch(/sold out/i);
  });

  test('that could not be delivered is no concern of the organizer, who can do nothing about it', async () => {
    const event = await soldOut();
    office.server.refuse.recipient = 550;
    const entry = await line.join(event);
    await office.sendMails();
    delete office.server.refuse.recipient;
    expect(await mailOf(entry)).toMatchObject({ status: 'failed', recipient: ERASED_EMAIL });
    const { needs_attention } = (await office.call<{ needs_attention: { kind: string }[] }>('GET', '/overview')).data;
    expect(needs_attention.map(({ kind }) => kind)).not.toContain('mails_failed');
  });

  test('forgets an address that the buyer of the offer no longer has', async () => {
    const event = await soldOut();
    const entry = await line.join(event, { email: MARIA });
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    const [{ checkout_id } = { checkout_id: '' }] = (await line.read(event)).entries;
    await office.browser.submit(await office.browser.open(`http://localhost:3000/c/${checkout_id}`));
    const { data } = await office.call<{ order_id: string }>('GET', `/checkouts/${checkout_id}`);
    const corrected = await office.call('PUT', `/orders/${data.order_id}/customer`, { email: 'clara@example.com' });
    expect(corrected.status).toBe(200);
    expect(await mailOf(entry)).toMatchObject({ status: 'dropped', recipient: ERASED_EMAIL });
  });

  test('is in the language of the entry', async () => {
    await line.join(await soldOut(), { language: 'fil' });
    const [sent] = await office.sendMails();
    expect(sent?.mail.subject).toBe('Nasa waiting list ka na: Night Market');
    expect(sent?.mail.text).toContain('Puwesto mo sa pila nang sumali ka: 1');
  });

  test('leaves no address behind once it is sent', async () => {
    const entry = await line.join(await soldOut(), { email: MARIA });
    expect(await mailOf(entry)).toEqual({ kind: 'waiting_list_joined', status: 'pending', recipient: MARIA });
    await office.sendMails();
    expect(await mailOf(entry)).toMatchObject({ status: 'sent', recipient: ERASED_EMAIL });
  });

  test('is not sent to a person who left meanwhile', async () => {
    const entry = await line.join(await soldOut());
    await office.call('DELETE', `/waiting-list-entries/${entry.id}`);
    expect(await office.sendMails()).toEqual([]);
    expect(await mailOf(entry)).toMatchObject({ status: 'dropped', recipient: ERASED_EMAIL });
  });

  test('is not sent to a person who has an offer by then, and is told that', async () => {
    const event = await soldOut();
    const entry = await line.join(event);
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    const subjects = (await office.sendMails()).map(({ mail }) => mail.subject);
    expect(subjects).toContain('It is your turn: tickets for Night Market');
    expect(subjects).not.toContain('You are on the waiting list: Night Market');
    expect(await mailOf(entry)).toMatchObject({ status: 'dropped' });
  });

  test('is not sent to a person who is erased before', async () => {
    const entry = await line.join(await soldOut(), { email: MARIA });
    expect(await office.callAsOwner('POST', '/buyers/erase', { email: MARIA })).toMatchObject({ status: 200 });
    expect(await mailOf(entry)).toMatchObject({ status: 'dropped', recipient: ERASED_EMAIL });
    expect(await office.sendMails()).toEqual([]);
  });
});

describe('the e-mail that a waiting list ended', () => {
  /** Its mail to a buyer is of another kind. */
  const endedMails = async () =>
    (await office.sendMails()).filter(({ mail }) => mail.text?.includes('Its waiting list has ended'));

  const recipientsOfEnded = async () =>
    office.db.query<{ status: string; recipient: string }>(sql`
      select status, recipient from mails
       where organization_id = ${office.organizationId} and kind = 'waiting_list_ended' order by created_at desc limit 1`);

  test('reaches those in line and with an offer when the event is cancelled, each address once', async () => {
    const start_datetime = '2099-05-01T20:00:00+08:00';
    const event = await office.event({ capacity: 2, price: 0, title: 'Night Market', start_datetime });
    const vip = await office.tier(event, { name: 'VIP', price: 0, quantity_total: 1 });
    await office.buy(event, { tier_id: vip });
    const { ticketId } = await office.buy(event);
    await line.join(event, { email: 'offered@example.com' });
    await line.join(event, { email: MARIA });
    await line.join(event, { email: MARIA.toUpperCase(), tier_id: vip });
    const left = await line.join(event, { email: 'left@example.com' });
    await office.call('DELETE', `/waiting-list-entries/${left.id}`);
    await line.refund([ticketId]);
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['offered', 'waiting', 'waiting', 'left']);
    await office.sendMails();
    await office.cancelEvent(event);
    const sent = await endedMails();
    expect(sent.flatMap(({ to }) => to).sort()).toEqual([MARIA, 'offered@example.com']);
    expect(sent[0]?.mail.subject).toBe('Cancelled: Night Market');
    for (const words of ['Hello Ana Reyes', 'Night Market', 'May 1, 2099', 'was on its waiting list'])
      expect(sent[0]?.mail.text).toContain(words);
    expect(await endedMails()).toEqual([]);
  });

  test('leaves no address behind once it is sent, nor when its person is erased before', async () => {
    const event = await line.soldOut();
    await line.join(event, { email: MARIA });
    await office.cancelEvent(event);
    expect(await recipientsOfEnded()).toEqual([{ status: 'pending', recipient: MARIA }]);
    expect(await office.callAsOwner('POST', '/buyers/erase', { email: MARIA })).toMatchObject({ status: 200 });
    expect(await recipientsOfEnded()).toEqual([{ status: 'dropped', recipient: ERASED_EMAIL }]);
    expect(await endedMails()).toEqual([]);
    const next = await line.soldOut();
    await line.join(next, { email: MARIA });
    await office.cancelEvent(next);
    expect(await endedMails()).toHaveLength(1);
    expect(await recipientsOfEnded()).toEqual([{ status: 'sent', recipient: ERASED_EMAIL }]);
  });

  test('reaches those who joined months ago, and is not purged before it is old itself', async () => {
    const event = await line.soldOut();
    await line.join(event, { email: MARIA });
    await office.sendMails();
    office.wait((KEEP_ENTRIES_DAYS + 1) * 86_400);
    await office.cancelEvent(event);
    const config = readConfig({ KEEP_MAILS_DAYS: '30' });
    office.wait(600);
    await purgeOldRows(office.db, config, office.now());
    expect(await endedMails()).toHaveLength(1);
    await purgeOldRows(office.db, config, office.now());
    expect(await recipientsOfEnded()).toEqual([{ status: 'sent', recipient: ERASED_EMAIL }]);
    expect(await line.statuses(event)).toEqual(['ended']);
    office.wait((KEEP_ENTRIES_DAYS + 1) * 86_400);
    await purgeOldRows(office.db, config, office.now());
    await purgeOldRows(office.db, config, office.now());
    expect(await line.statuses(event)).toEqual([]);
  });

  test('is not written to a person who is erased meanwhile', async () => {
    const event = await line.soldOut();
    await line.join(event, { email: MARIA });
    await office.sendMails();
    await office.cancelEvent(event);
    const before = office.server.received.length;
    const goOn = await holdMail(office, ({ kind }) => kind === 'waiting_list_ended', { isComposed: false });
    expect((await office.callAsOwner('POST', '/buyers/erase', { email: MARIA })).data).toMatchObject({
      complete: true,
    });
    await goOn();
    expect(office.server.received.slice(before).filter(({ to }) => to.includes(MARIA))).toEqual([]);
  });

  test('says what the page of the entry says', async () => {
    const event = await line.soldOut(2);
    const [offered, waiting] = [await line.join(event), await line.join(event, { language: 'fil' })];
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    await office.cancelEvent(event);
    const page = await office.browser.open(offered.leave_url);
    expect(page.text).toContain('The event is cancelled');
    expect(page.text).not.toContain('join the waiting list again');
    expect((await office.browser.open(waiting.leave_url)).text).toContain('Kinansela ang event');
  });

  test('is in the language of the entry', async () => {
    const event = await line.soldOut(1, { title: 'Night Market' });
    await line.join(event, { language: 'fil' });
    await office.sendMails();
    await office.cancelEvent(event);
    const sent = await office.sendMails();
    expect(sent.map(({ mail }) => mail.subject)).toContain('Kinansela: Night Market');
    expect(sent.some(({ mail }) => mail.text?.includes('Sarado na ang waiting list'))).toBe(true);
  });

  test('is not sent when it ends with the sales', async () => {
    const event = await line.soldOut();
    const sales_end_datetime = new Date(office.now().getTime() + 2 * 3_600_000).toISOString();
    await office.call('PUT', `/events/${event.id}`, { sales_end_datetime });
    await line.join(event);
    await office.sendMails();
    office.wait(3_601);
    await office.offerPlaces();
    expect(await line.statuses(event)).toEqual(['ended']);
    expect(await office.sendMails()).toEqual([]);
  });
});
