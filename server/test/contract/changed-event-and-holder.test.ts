import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { composeLetter } from '../../src/letters/compose.ts';
import type { DueMail } from '../../src/mail/mail.ts';
import { sendMessages } from '../../src/messages/send-messages.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';

const ANA = { name: 'Ana Reyes', email: 'ana@example.com' };
const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
const DAVE = { name: 'Dave Lim', email: 'dave@example.com' };
const CARLA = { name: 'Carla Diaz', email: 'carla@example.com' };

interface SentMail {
  kind: string;
  recipient: string;
  ticket_id: string | null;
  status: string;
}

/** Ben has two tickets of Ana's order. One mail tells him about both. */
describe('a guest who keeps one of two tickets', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  async function bought() {
    const event = await office.event({ price: 100, title: 'Gabi', venue_name: 'Music Museum' });
    const { orderId } = await office.buy(event, { quantity: 2, customer: ANA, attendees: [BEN, BEN] });
    await office.sendMails();
    return { event, orderId };
  }
  const mailToBen = async (orderId: string, kind: string) =>
    (await office.call<{ mails: SentMail[] }>('GET', `/orders/${orderId}/mails`)).data.mails.find(
      (mail) => mail.kind === kind && mail.recipient === BEN.email,
    );
  async function passOn(orderId: string, ticketId: string | null | undefined) {
    const { data } = await office.call('GET', `/orders/${orderId}`);
    const page = await office.browser.open(`${data.tickets_url}/tickets/${ticketId}`);
    const asked = await office.browser.submit(page, { press: 'Continue', fields: CARLA });
    expect(await office.browser.submit(asked, { press: 'Pass the ticket on' })).toMatchObject({ status: 200 });
  }
  const subjectsTo = async (address: string) =>
    (await office.sendMails())
      .filter(({ to }) => to.join() === address)
      .map(({ mail }) => mail.subject)
      .toSorted();

  test('is told that the event takes place elsewhere', async () => {
    const { event, orderId } = await bought();
    await office.call('PUT', `/events/${event.id}`, { venue_name: 'Araneta Coliseum' });
    const mail = await mailToBen(orderId, 'event_changed');
    expect(mail).toMatchObject({ status: 'pending' });
    await passOn(orderId, mail?.ticket_id);
    office.wait(600);
    expect(await subjectsTo(BEN.email)).toEqual(['Changed: Gabi', 'Your ticket was passed on: Gabi']);
  });

  test('is told so, too, if the ticket that the mail names is passed on while it is being sent', async () => {
    const { event, orderId } = await bought();
    await office.call('PUT', `/events/${event.id}`, { venue_name: 'Araneta Coliseum' });
    const [claimed = expect.unreachable()] = await office.db.query<DueMail>(sql`
      select * from mails where order_id = ${orderId} and kind = 'event_changed' and recipient = ${BEN.email}`);
    await passOn(orderId, claimed.ticketId);
    expect(await composeLetter(office.parts, claimed)).toMatchObject({ subject: 'Changed: Gabi' });
  });

  test('gets the message of the organizer', async () => {
    const { event, orderId } = await bought();
    await office.call('POST', `/events/${event.id}/messages`, { subject: 'Doors open at six', text: 'Come early.' });
    await sendMessages(office.db, office.now());
    const mail = await mailToBen(orderId, 'message');
    expect(mail).toMatchObject({ status: 'pending' });
    await passOn(orderId, mail?.ticket_id);
    expect(await subjectsTo(BEN.email)).toContain('Doors open at six');
  });

  test.each([
    ['that another buyer got for them', { customer: DAVE, attendees: [BEN] }],
    ['that they bought', { customer: BEN }],
  ])('gets the message once, also if the other ticket is one %s', async (_, buyer) => {
    const event = await office.event({ price: 100, title: 'Gabi' });
    const { orderId, ticketId } = await office.buy(event, { customer: ANA, attendees: [BEN] });
    await office.sendMails();
    await office.call('POST', `/events/${event.id}/messages`, { subject: 'Doors open at six', text: 'Come early.' });
    await sendMessages(office.db, office.now());
    const other = await office.buy(event, buyer);
    await passOn(orderId, ticketId);
    expect(await subjectsTo(BEN.email)).toContain('Doors open at six');
    // The mail keeps its address, which gets no second one while the rest of the message is sent.
    expect(await mailToBen(other.orderId, 'message')).toMatchObject({ status: 'sent' });
  });
});
