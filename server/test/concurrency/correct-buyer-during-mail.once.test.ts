import { expect, test, vi } from 'vitest';
import { sendMessages } from '../../src/messages/send-messages.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { changeCustomer } from '../../src/sales/customers/change-customer.ts';
import { heldAt } from '../databases/held-at.ts';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { openMailOffice } from '../fixtures/mail-office.ts';
import { untilSessionWaits } from './open-transaction.ts';

const TYPED = 'ana@gmial.example';
const MEANT = 'ana@gmail.example';

/** The mail with the tickets is due while the buyer's address is being corrected. @returns subjects of what both got */
async function sendDuringCorrection(view = (db: Database) => db, at = 'update mails m set recipient') {
  const office = await openMailOffice();
  const event = await office.event({ price: 100, title: 'Gabi' });
  const { orderId } = await office.buy(event, { customer: { name: 'Ana Reyes', email: TYPED } });
  const { held, reached, goOn } = heldAt(view(office.db), at);
  const { organizationId } = office;
  const corrected = changeCustomer(held, {
    ...{ organizationId, orderId, actor: { kind: 'system' }, mailDirectory: '/nowhere', now: office.now() },
    fields: { email: MEANT },
  });
  await reached;
  await office.sendMails();
  goOn();
  await corrected;
  await office.sendMails();
  const subjectsTo = (address: string) => office.server.to(address).map(({ mail }) => mail.subject);
  const got = { former: subjectsTo(TYPED), buyer: subjectsTo(MEANT) };
  await office.closeAll();
  return got;
}

test('a mail that waits while its buyer is corrected reaches the right address alone', async () => {
  expect(await sendDuringCorrection()).toStrictEqual({ former: [], buyer: ['Your ticket for Gabi'] });
});

test('control: without the lock of the mails the tickets are sent to the former address, which is not told', async () => {
  const lock: Sabotage = [['order by m.id for update', 'order by m.id']];
  const got = await sendDuringCorrection((db) => sabotaged(db, lock, new Set()));
  expect(got).toStrictEqual({ former: ['Your ticket for Gabi'], buyer: ['Your ticket for Gabi'] });
});

test('a mail that is sent just before: the former address is told', async () => {
  const got = await sendDuringCorrection((db) => db, 'order by m.id for update');
  expect(got).toStrictEqual({
    former: ['Your ticket for Gabi', 'Your tickets have another address: Gabi'],
    buyer: ['Your ticket for Gabi'],
  });
});

test('a message that reaches the right address meanwhile is no obstacle', async () => {
  const office = await openMailOffice();
  const event = await office.event({ price: 0, title: 'Gabi', capacity: 1_000 });
  const { orderId } = await office.buy(event, { customer: { name: 'Ana Reyes', email: TYPED } });
  // A step takes 250 tickets: the second one reaches the right address.
  office.wait(1);
  await office.buy(event, { quantity: 250, customer: { name: 'Omar', email: 'omar@example.com' } });
  office.wait(1);
  await office.buy(event, { customer: { name: 'Ana Reyes', email: MEANT } });
  await office.call('POST', `/events/${event.id}/messages`, { subject: 'Hi', text: 'Bring water' });
  office.wait(60);
  await sendMessages(office.db, office.now());
  const { held, reached, goOn } = heldAt(office.db, 'insert into mails', { when: 'after' });
  const step = sendMessages(held, office.now());
  await reached;
  const answer = office.call('PUT', `/orders/${orderId}/customer`, { email: MEANT });
  await vi.waitFor(() => untilSessionWaits(office.db), 10_000);
  goOn();
  await step;
  const { status } = await answer;
  await office.closeAll();
  expect(status).toBe(200);
});
