import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eraseBuyer } from '../../src/buyers/erase-buyer.ts';
import { fileTransport } from '../../src/mail/sending/transport.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { refundOrder } from '../../src/sales/refund-order.ts';
import { checkInTickets } from '../../src/tickets/check-in-tickets.ts';
import { resendTicket } from '../../src/tickets/resend-tickets.ts';
import { heldAt } from '../databases/held-at.ts';
import { NO_EVENT_LOCK, type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { findInAllTables } from '../fixtures/find-person.ts';
import { MAIL_FROM } from '../fixtures/mail-office.ts';
import { newMailer } from '../fixtures/new-mailer.ts';
import { untilSessionWaits } from './open-transaction.ts';

const PERSON = { name: 'Dalisay Quizon', email: 'dalisay@example.com', phone: '+63 917 123 4567' };
const actor = { kind: 'system' } as const;
const LATER_SECONDS = 40 * 86_400;

const NO_TICKET_LOCK: Sabotage = [
  ["and status in ('valid', 'used') order by id for no key update", "and status in ('valid', 'used') order by id"],
];

/** On PostgreSQL only: the embedded database has one session. */
describe('an erasure while another request is running', () => {
  let office: BoxOffice;
  beforeEach(async () => {
    office = await openBoxOffice({ spoilt: true });
  });
  afterEach(() => office.close());

  /** A free order, so that a refund of it owes no money, of an event that is over. */
  async function bought() {
    const order = await office.buy(await office.event({ price: 0 }), { customer: PERSON });
    office.wait(LATER_SECONDS);
    return order;
  }
  const erase = (db: Database = office.db, mailDirectory = '') => {
    const { organizationId } = office;
    return eraseBuyer(db, { organizationId, email: PERSON.email }, { actor, mailDirectory, now: office.now() });
  };
  const traces = () => findInAllTables(office.db, [PERSON.name, PERSON.email, PERSON.phone]);
  /** Whether an erasure ends while the other request is held. Without the lock it must, and is waited for. */
  async function isErasedBefore(
    other: Promise<unknown>,
    { reached, goOn, unlocked }: { reached: Promise<unknown>; goOn: () => void; unlocked: Database | undefined },
  ) {
    await reached;
    const erasure = erase(unlocked);
    const waits = unlocked ? [] : [untilSessionWaits(office.db).then(() => false)];
    const isFree = await Promise.race([erasure.then(() => true), ...waits]);
    goOn();
    await Promise.all([other, erasure]);
    return isFree;
  }

  /** A refund that has read the buyer, and writes it once the erasure ended or is seen to wait. */
  async function againstRefund(unlocked?: Database) {
    const { orderId } = await bought();
    const { held, reached, goOn } = heldAt(office.db, "set status = 'refunded'");
    const { organizationId, now } = office;
    const refund = refundOrder(held, {
      organizationId,
      actor,
      orderId,
      ticketIds: null,
      agreedCentavos: null,
      now: now(),
    });
    return isErasedBefore(refund, { reached, goOn, unlocked });
  }

  test('waits for a refund that has read the buyer, and erases what it wrote', async () => {
    expect(await againstRefund()).toBe(false);
    expect(await traces()).toEqual([]);
    await office.expectConsistency();
  });

  test('control: without the event’s lock the refund writes the buyer after the erasure', async () => {
    expect(await againstRefund(sabotaged(office.db, NO_EVENT_LOCK, new Set()))).toBe(true);
    expect(await traces()).toEqual(['mails.recipient', 'notifications.body']);
  });

  async function againstCheckIn(unlocked?: Database) {
    const { ticketId } = await bought();
    const { held, reached, goOn } = heldAt(office.db, 't.attendee_name, o.customer_name', { when: 'after' });
    const { organizationId, now } = office;
    const scan = {
      organizationId,
      actor,
      ticketId,
      nonce: null,
      revision: null,
      admittedAt: now(),
      hasAdmitted: false,
      now: now(),
    };
    const checkIn = checkInTickets(held, [scan], { waits: false });
    return isErasedBefore(checkIn, { reached, goOn, unlocked });
  }

  test('waits for a check-in that has read the buyer, and erases its notification', async () => {
    expect(await againstCheckIn()).toBe(false);
    expect(await traces()).toEqual([]);
    await office.expectConsistency();
  });

  test('control: without the lock of the tickets the check-in writes the buyer after the erasure', async () => {
    expect(await againstCheckIn(sabotaged(office.db, NO_TICKET_LOCK, new Set()))).toBe(true);
    expect(await traces()).toEqual(['notifications.body']);
  });

  async function againstResend(unlocked?: Database) {
    const { ticketId } = await office.buy(await office.event({ price: 0, re_entry: true }), { customer: PERSON });
    await office.call('POST', `/tickets/${ticketId}/check-in`);
    office.wait(LATER_SECONDS);
    const { held, reached, goOn } = heldAt(office.db, 'o.order_number, o.customer_name', { when: 'after' });
    const { organizationId, now } = office;
    const resend = resendTicket(held, { organizationId, actor, ticketId, now: now() });
    return isErasedBefore(resend, { reached, goOn, unlocked });
  }

  test('waits for a used ticket that is sent again, and erases the address of its e-mail', async () => {
    expect(await againstResend()).toBe(false);
    expect(await traces()).toEqual([]);
    await office.expectConsistency();
  });

  test('control: without the lock of the tickets the e-mail has the address after the erasure', async () => {
    expect(await againstResend(sabotaged(office.db, NO_TICKET_LOCK, new Set()))).toBe(true);
    expect(await traces()).toEqual(['mails.recipient']);
  });

  test('deletes the kept answer and the mail files of requests that come before its purchase is erased', async () => {
    const { orderId, ticketId } = await bought();
    const directory = await mkdtemp(join(tmpdir(), 'takilya-erased-mails-'));
    const { held, reached, goOn } = heldAt(office.db, 'attendee_details from events');
    const erasure = erase(held, directory);
    await reached;
    // A mail that is recorded only now.
    expect((await office.call('POST', `/orders/${orderId}/resend`)).status).toBe(200);
    const checkIn = () =>
      office.call('POST', `/tickets/${ticketId}/check-in`, undefined, { 'idempotency-key': 'the only one' });
    expect((await checkIn()).body).toContain(PERSON.name);
    const mailer = newMailer(office, fileTransport(directory, { from: MAIL_FROM }));
    await mailer.begin();
    await mailer.settled();
    expect(await readdir(directory)).toHaveLength(2);
    goOn();
    expect(await erasure).toMatchObject({ complete: true });
    expect((await checkIn()).body).not.toContain(PERSON.name);
    expect(await readdir(directory)).toStrictEqual([]);
    await rm(directory, { recursive: true });
  });

  test('leaves a checkout that is made meanwhile: it is new data, and the next erasure is refused', async () => {
    await bought();
    const other = await office.event();
    const { held, reached, goOn } = heldAt(office.db, 'erased_at =');
    const erasure = erase(held);
    await reached;
    await office.checkout(other, { customer: PERSON });
    goOn();
    expect(await erasure).toMatchObject({ purchases: 1, complete: true });
    expect(await traces()).toEqual(['checkouts.customer_email', 'checkouts.customer_name', 'checkouts.customer_phone']);
    expect(await office.callAsOwner('POST', '/buyers/erase', { email: PERSON.email })).toMatchObject({
      status: 409,
      details: { checkouts: [expect.any(String)] },
    });
    await office.expectConsistency();
  });

  test('leaves a purchase whole whose refund became due meanwhile', async () => {
    const { orderId } = await office.buy(await office.event({ price: 100 }), { customer: PERSON });
    office.wait(LATER_SECONDS);
    // The refund comes between the first look at what needs the data, and the lock of the purchase.
    const { held, reached, goOn } = heldAt(office.db, 'for update');
    const erasure = erase(held);
    await reached;
    await office.call('POST', `/orders/${orderId}/refund`);
    goOn();
    expect(await erasure).toMatchObject({ purchases: 0, complete: false });
    expect((await office.call<{ customer: object }>('GET', `/orders/${orderId}`)).data.customer).toEqual(PERSON);
    await office.sendRefunds();
    expect(await erase()).toMatchObject({ purchases: 1, complete: true });
    expect(await traces()).toEqual([]);
    await office.expectConsistency();
  });
});
