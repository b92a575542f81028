import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';

const ANA = { name: 'Ana Reyes', email: 'ana@example.com' };
const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };

interface SentMail {
  kind: string;
  recipient: string;
  ticket_id: string | null;
}

let office: MailOffice;
beforeAll(async () => {
  office = await openMailOffice();
});
afterEach(() => office.expectConsistency());
afterAll(() => office.closeAll());

test('a guest whose first ticket was refunded is greeted by their own name, not by that of the buyer', async () => {
  const event = await office.event({ price: 100, title: 'Gabi', venue_name: 'Music Museum' });
  const { orderId } = await office.buy(event, { quantity: 2, customer: ANA, attendees: [BEN, BEN] });
  await office.sendMails();
  await office.call('PUT', `/events/${event.id}`, { venue_name: 'Araneta Coliseum' });
  const { mails } = (await office.call<{ mails: SentMail[] }>('GET', `/orders/${orderId}/mails`)).data;
  const mail = mails.find(({ kind, recipient }) => kind === 'event_changed' && recipient === BEN.email);
  await office.call('POST', `/tickets/${mail?.ticket_id}/refund`);
  office.wait(600);
  const toBen = (await office.sendMails()).filter(({ to }) => to.join() === BEN.email);
  const changed = toBen.find(({ mail: { subject } }) => subject === 'Changed: Gabi');
  expect(changed?.mail.text).toContain('Hello Ben Cruz');
});
