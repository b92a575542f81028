import { expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { changeCustomer } from '../../src/sales/customers/change-customer.ts';
import { heldAt } from '../databases/held-at.ts';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { openMailOffice } from '../fixtures/mail-office.ts';

const TYPED = 'ana@gmial.example';
const MEANT = 'ana@gmail.example';

/** The mail with the tickets is due while the buyer's address is being corrected. @returns subjects of what both got */
async function sendDuringCorrection(view = (db: Database) => db) {
  const office = await openMailOffice();
  const event = await office.event({ price: 100, title: 'Gabi' });
  const { orderId } = await office.buy(event, { customer: { name: 'Ana Reyes', email: TYPED } });
  const { held, reached, goOn } = heldAt(view(office.db), 'update mails m set recipient');
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
