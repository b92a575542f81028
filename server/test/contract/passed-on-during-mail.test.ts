import { expect, test } from 'vitest';
import { composeLetter } from '../../src/letters/compose.ts';
import { isToPayingBuyer } from '../../src/letters/queries.ts';
import { mailSending } from '../../src/mail/sending/send-mails.ts';
import { smtpTransport } from '../../src/mail/sending/transport.ts';
import { passTicketOn } from '../../src/tickets/change-holder.ts';
import { MAIL_FROM, openMailOffice } from '../fixtures/mail-office.ts';

const ANA = { name: 'Ana Reyes', email: 'ana@example.com' };
const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
const CARLA = { name: 'Carla Diaz', email: 'carla@example.com' };

/** Ben's ticket is passed on to Carla while the mail with it is under way to him. @returns what Ben got */
async function passOn({ isComposed }: { isComposed: boolean }) {
  const office = await openMailOffice();
  const { id: eventId } = await office.event({ price: 100, title: 'Gabi' });
  const { orderId, ticketId } = await office.buy({ id: eventId }, { customer: ANA, attendees: [BEN] });
  const [reached, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { db, clock, app, parts, organizationId } = office;
  const transport = smtpTransport(office.server.url, { from: MAIL_FROM });
  const mailer = mailSending({
    db,
    clock,
    transport,
    compose: async (mail) => {
      const early = isComposed ? await composeLetter(parts, mail) : undefined;
      if (mail.recipient === BEN.email && mail.kind === 'tickets') {
        reached.resolve();
        await mayGoOn.promise;
      }
      return early ?? composeLetter(parts, mail);
    },
    isToPayingBuyer: (mail) => isToPayingBuyer(db, mail),
    isRush: () => false,
    log: app.log,
  });
  await mailer.begin();
  await reached.promise;
  const ticket = { organizationId, eventId, orderId, ticketId };
  await passTicketOn(db, { ...ticket, mailDirectory: '/nowhere', attendee: CARLA, revision: 1, now: office.now() });
  mayGoOn.resolve();
  do await mailer.settled();
  while ((await mailer.begin()) > 0);
  transport.close();
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
