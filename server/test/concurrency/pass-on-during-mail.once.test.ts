import { expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { passTicketOn } from '../../src/tickets/change-holder.ts';
import { heldAt } from '../databases/held-at.ts';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { openMailOffice } from '../fixtures/mail-office.ts';

const BEN = { name: 'Ben Cruz', email: 'ben@example.com' };
const CARLA = { name: 'Carla Diaz', email: 'carla@example.com' };

/** The mail with Ben's ticket is due while the ticket is being passed on to Carla. @returns subjects of what Ben got */
async function sendDuringPassOn(view = (db: Database) => db) {
  const office = await openMailOffice();
  const { id: eventId } = await office.event({ price: 100, title: 'Gabi' });
  const { orderId, ticketId } = await office.buy({ id: eventId }, { attendees: [BEN] });
  const { held, reached, goOn } = heldAt(view(office.db), 'update mails m set ticket_id');
  const ticket = { organizationId: office.organizationId, eventId, orderId, ticketId, revision: 1 };
  const passedOn = passTicketOn(held, { ...ticket, mailDirectory: '/nowhere', attendee: CARLA, now: office.now() });
  await reached;
  await office.sendMails();
  goOn();
  await passedOn;
  await office.sendMails();
  const subjects = office.server.to(BEN.email).map(({ mail }) => mail.subject);
  await office.closeAll();
  return subjects;
}

test('a mail that waits while its ticket is passed on is not sent', async () => {
  expect(await sendDuringPassOn()).toStrictEqual([]);
});

test('control: without the lock of the mails the former guest gets a void ticket, and is not told', async () => {
  const lock: Sabotage = [['order by id for update', 'order by id']];
  const subjects = await sendDuringPassOn((db) => sabotaged(db, lock, new Set()));
  expect(subjects).toStrictEqual(['Your ticket for Gabi']);
});
