import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCheckoutCode } from '../../src/checkouts/checkout.ts';
import { releaseAllOverdueHolds } from '../../src/checkouts/release-all-overdue-holds.ts';
import { updateEvent } from '../../src/events/update-event.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { beginAttempts } from '../../src/sales/payment/begin-attempts.ts';
import { refundOrder } from '../../src/sales/refund-order.ts';
import { sales } from '../../src/sales/sales-for-events.ts';
import { checkInTickets } from '../../src/tickets/check-in-tickets.ts';
import { passTickets } from '../../src/tickets/pass-tickets.ts';
import { newId, type Uuid } from '../../src/values/uuid.ts';
import { heldAt } from '../databases/held-at.ts';
import { type Sabotage, sabotaged } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { begin, untilSessionWaits } from './open-transaction.ts';

const SYSTEM = { kind: 'system' } as const;
const NO_ORDER: Sabotage = [['order by t.id for no key update', 'order by t.position for no key update']];

/** On PostgreSQL only: the embedded database has one session. */
describe('transactions that lock several rows', () => {
  let office: BoxOffice;
  beforeEach(async () => {
    office = await openBoxOffice({ spoilt: true });
  });
  afterEach(() => office.close());

  /** An order whose first ticket has the larger id. */
  async function twoTickets() {
    for (;;) {
      const event = await office.event({ price: 0 });
      const { orderId, ticketIds } = await office.buy(event, { quantity: 2 });
      const [first = '', second = ''] = ticketIds;
      if (first > second) return { eventId: event.id, orderId, small: second, large: first };
    }
  }
  type Two = Awaited<ReturnType<typeof twoTickets>>;
  const common = () => ({ organizationId: office.organizationId, actor: SYSTEM, now: office.now() });
  const returns = {
    refund: (db: Database, { orderId }: Two) =>
      refundOrder(db, { ...common(), orderId, ticketIds: null, agreedCentavos: null }),
    cancellation: (db: Database, { eventId }: Two) =>
      updateEvent(db, office.parts.geocoder, sales, {
        ...common(),
        eventId,
        fields: { status: 'cancelled' },
        clock: office.parts.clock,
      }),
  };
  const scan = (ticketId: Uuid) => ({
    ...common(),
    ...{ ticketId, nonce: null, revision: null, hasAdmitted: false, admittedAt: office.now() },
    actor: { kind: 'key' as const, id: newId(office.now()) },
  });
  const scans = {
    'check-ins': (ids: Uuid[]) => checkInTickets(office.db, ids.map(scan), { waits: true }),
    passages: (ids: Uuid[]) =>
      passTickets(
        office.db,
        ids.map((id) => ({ ...scan(id), listId: null, direction: 'in' as const, passedAt: office.now() })),
        { waits: true },
      ),
  };

  /** A third transaction has the smaller ticket until both wait. @returns how both ended */
  async function together(door: keyof typeof scans, change: keyof typeof returns, db = office.db) {
    const two = await twoTickets();
    const commit = await begin(office.db, sql`select 1 from tickets where id = ${two.small} for no key update`);
    const scanned = scans[door]([two.small, two.large]);
    await untilSessionWaits(office.db);
    const returned = returns[change](db, two);
    const outcomes = Promise.allSettled([scanned, returned]);
    await expect
      .poll(() =>
        office.db.query(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toHaveLength(2);
    await commit();
    return (await outcomes).map(({ status }) => status);
  }

  test.each([
    ['check-ins', 'refund'],
    ['check-ins', 'cancellation'],
    ['passages', 'refund'],
    ['passages', 'cancellation'],
  ] as const)('contested %s and a %s do not wait for each other', async (door, change) => {
    expect(await together(door, change)).toEqual(['fulfilled', 'fulfilled']);
  });

  test('control: without the order of ids one of both ends', async () => {
    const ended = await together('check-ins', 'refund', sabotaged(office.db, NO_ORDER, new Set()));
    expect(ended).toContain('rejected');
  });

  test('holds that end, with and without a payment, do not wait for a batch of payments', async () => {
    const event = await office.event();
    const unanswered = await office.checkout(event);
    await office.pay(unanswered);
    office.wait(600);
    const open = await office.checkout(event);
    office.wait(901);
    const { held, reached, goOn } = heldAt(office.db, "c.status in ('open', 'processing') and expires_at <=");
    const swept = releaseAllOverdueHolds(held, office.now());
    await reached;
    const request = ({ checkout_id }: { checkout_id: string }) => ({
      ...{ organizationId: office.organizationId, checkoutId: parseCheckoutCode(checkout_id)?.id ?? '' },
      ...{ provider: 'sandbox', method: 'GCASH' as const, amountCentavos: 50_000, language: 'en' as const },
      now: office.now(),
    });
    const paid = beginAttempts(office.db, [request(unanswered), request(open)]);
    // They wait only if a hold was ended before the others.
    await Promise.race([untilSessionWaits(office.db), paid]);
    goOn();
    const ended = await Promise.allSettled([swept, paid]);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });
});
