import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { eraseBuyer } from '../../src/buyers/erase-buyer.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { refundOrder } from '../../src/sales/refund-order.ts';
import { checkInTickets } from '../../src/tickets/check-in-tickets.ts';
import { newId } from '../../src/values/uuid.ts';
import { heldAt } from '../databases/held-at.ts';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { untilSessionWaits } from './open-transaction.ts';

const DEADLOCK = expect.objectContaining({ message: expect.stringContaining('deadlock') });

const lateScan =
  ({ organizationId, now }: BoxOffice) =>
  (ticketId: string) => ({
    ...{ organizationId, ticketId, nonce: ticketId, revision: null, admittedAt: now(), hasAdmitted: true, now: now() },
    actor: { kind: 'key' as const, id: newId(now()) },
  });

/**
 * Carries out a batch of scans, the second a conflict of two doors, while a refund has locked the event and not yet its
 * ticket. @returns what came of both
 */
async function scanDuringRefund(office: BoxOffice, { waits }: { waits: boolean }) {
  const event = await office.event({ price: 0 });
  const { orderId, ticketIds } = await office.buy(event, { quantity: 2 });
  const [valid = '', used = ''] = ticketIds;
  await office.call('POST', `/tickets/${used}/check-in`);
  const { organizationId } = office;
  const now = office.now();
  const { held, reached, goOn } = heldAt(office.db, "set status = 'refunded'");
  const ofTicket = { orderId, ticketIds: [valid], agreedCentavos: null };
  const refund = refundOrder(held, { organizationId, actor: { kind: 'system' }, ...ofTicket, now });
  await reached;
  const scan = lateScan(office);
  const batch = checkInTickets(office.db, [scan(valid), scan(used)], { waits: false });
  const outcomes = Promise.allSettled([batch, refund]);
  await (waits ? untilSessionWaits(office.db) : batch);
  goOn();
  return outcomes;
}

test('a batch of a door that was offline does not wait for a refund that has locked the event', async () => {
  const office = await openBoxOffice({ spoilt: true });
  const outcomes = await scanDuringRefund(office, { waits: false });
  expect(outcomes.map(({ status }) => status)).toStrictEqual(['fulfilled', 'fulfilled']);
  await office.close();
});

test('control: both wait for each other when a conflict has a foreign key to its event', async () => {
  const office = await openBoxOffice({ spoilt: true });
  await office.db.query(
    sql`alter table check_in_conflicts add foreign key (organization_id, event_id) references events`,
  );
  const outcomes = await scanDuringRefund(office, { waits: true });
  expect(outcomes).toContainEqual(expect.objectContaining({ reason: DEADLOCK }));
  await office.close();
});

/** Erases a buyer while a batch has checked in a ticket of theirs, and not yet recorded the conflict of another. */
async function eraseDuringBatch(office: BoxOffice, db: Database) {
  const customer = { name: 'Dalisay Quizon', email: 'dalisay@example.com' };
  const { ticketIds } = await office.buy(await office.event({ price: 0 }), { quantity: 2, customer });
  const [used = '', valid = ''] = ticketIds.toSorted();
  await office.call('POST', `/tickets/${used}/check-in`);
  office.wait(40 * 86_400);
  const { held, reached, goOn } = heldAt(office.db, "set status = 'used'", { when: 'after' });
  const scan = lateScan(office);
  const batch = checkInTickets(held, [scan(valid), scan(used)], { waits: false });
  await reached;
  const { organizationId, now } = office;
  const person = { organizationId, email: customer.email };
  const erasure = eraseBuyer(db, person, { actor: { kind: 'system' }, mailDirectory: '', now: now() });
  const outcomes = Promise.allSettled([batch, erasure]);
  await untilSessionWaits(office.db);
  goOn();
  return outcomes;
}

test('an erasure waits for a batch of late scans, which waits for no ticket of it', async () => {
  const office = await openBoxOffice({ spoilt: true });
  const outcomes = await eraseDuringBatch(office, office.db);
  expect(outcomes.map(({ status }) => status)).toStrictEqual(['fulfilled', 'fulfilled']);
  await office.close();
});

test('control: both wait for each other when the erasure locks the keys of the tickets', async () => {
  const office = await openBoxOffice({ spoilt: true });
  const lock: Sabotage = [['order by id for no key update', 'order by id for update']];
  const outcomes = await eraseDuringBatch(office, sabotaged(office.db, lock, new Set()));
  expect(outcomes).toContainEqual(expect.objectContaining({ reason: DEADLOCK }));
  await office.close();
});
