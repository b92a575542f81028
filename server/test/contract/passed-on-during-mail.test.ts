import { expect, test } from 'vitest';
import { passTicketOn } from '../../src/tickets/change-holder.ts';
import { holdMail } from '../fixtures/held-mail.ts';
import { openMailOffice } from '../fixtures/mail-office.ts';

const ANA = { name: 'Ana Reyes', email: 'ana@example.com' };
const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
const CARLA = { name: 'Carla Diaz', email: 'carla@example.com' };

/** Ben's ticket is passed on to Carla while the mail with it is under way to him. @returns what Ben got */
async function passOn({ isComposed }: { isComposed: boolean }) {
  const office = await openMailOffice();
  const { id: eventId } = await office.event({ price: 100, title: 'Gabi' });
  const { orderId, ticketId } = await office.buy({ id: eventId }, { customer: ANA, attendees: [BEN] });
  const { db, organizationId } = office;
  const sendIt = await holdMail(office, ({ kind, recipient }) => kind === 'tickets' && recipient === BEN.email, {
    isComposed,
  });
  const ticket = { organizationId, eventId, orderId, ticketId };
  await passTicketOn(db, { ...ticket, mailDirectory: '/nowhere', attendee: CARLA, revision: 1, now: office.now() });
  await sendIt();
  const { data } = await office.call('GET', `/tickets/${ticketId}`);
  const toBen = office.server.to(BEN.email).map(({ mail }) => mail);
  await office.closeAll();
  return { toBen, number: String(data.ticket_number) };
}

test('a guest whose ticket was passed on before their mail is written gets no code of the new holder', async () => {
  const { toBen, number } = await passOn({ isComposed: false });
  expect(toBen.map(({ text }) => text).join()).not.toContain(number);
});

test('a guest whose mail was on its way when the ticket was passed on is told', async () => {
  const { toBen } = await passOn({ isComposed: true });
  expect(toBen.map(({ subject }) => subject)).toContain('Your ticket was passed on: Gabi');
});
