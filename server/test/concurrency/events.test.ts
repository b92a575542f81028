import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { BLIND_TO_COUNTERS, dropConstraints, OVERSELL_CHECKS, type Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';

/** Checkouts and payments treat the event as on sale, whatever its status. */
const BLIND_TO_STATUS: Sabotage = [
  ['status, sold_out_by_service, capacity', `'active' as status, sold_out_by_service, capacity`],
];

/** Deleting a tier does not check for checkouts. */
const BLIND_TO_CHECKOUTS: Sabotage = [
  [
    'exists (select 1 from checkout_lines l where l.organization_id = $1\n                      and l.event_id = $2 and l.tier_id = $3)',
    'false and $1 = $1 and $2::uuid = $2 and $3::uuid = $3',
  ],
];

const BUYERS = 60;

describe('changing an event while buyers hold places', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  const buyers = (event: EventOnSale) => Array.from({ length: BUYERS }, () => office.askCheckout(event));

  /**
   * The capacity shrinks from 50 to 20 during the rush. Some places are held before it, so that without guards
   * too many are held even if all others come in one batch after the change.
   */
  async function shrink() {
    const event = await office.event({ capacity: 50 });
    await office.checkout(event);
    const [shrunk] = await Promise.all([
      Promise.all(
        [10, 40].map((delay) => afterTurns(delay, () => office.call('PUT', `/events/${event.id}`, { capacity: 20 }))),
      ),
      ...buyers(event),
    ]);
    const { data } = await office.call<{ capacity: number }>('GET', `/events/${event.id}`);
    return { event, statuses: shrunk.map(({ status }) => status), capacity: data.capacity };
  }

  test('reducing the capacity succeeds or answers 409, and never leaves more held than the capacity', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { event, statuses, capacity } = await shrink();
    const held = (await office.counters(event))?.held ?? 0;
    expect(held).toBe(capacity);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(capacity).toBe(statuses.includes(200) ? 20 : 50);
    await office.expectConsistency();
  });

  control('without counters and constraints more places are held than the capacity', async () => {
    office = await openBoxOffice({ sabotage: BLIND_TO_COUNTERS });
    await dropConstraints(office.db, ...OVERSELL_CHECKS);
    const { event, capacity } = await shrink();
    expect((await office.counters(event))?.held).toBeGreaterThan(capacity);
  });

  /** When the event is cancelled some buyers hold, some have paid, some are paying, and more arrive later. */
  async function cancelInTheRush() {
    const event = await office.event({ capacity: 200 });
    const paying = await Promise.all(
      Array.from({ length: 10 }, async () => office.pay(await office.checkout(event), 'GCASH')),
    );
    await office.buy(event, { quantity: 2 });
    await Promise.all([
      ...buyers(event),
      ...paying.map((page) => office.browser.submit(page, { press: 'authorize' })),
      afterTurns(15, () => office.cancelEvent(event)).then(() => Promise.all(buyers(event))),
    ]);
    office.wait(60);
    await office.followPayments();
    return event;
  }

  const stillLive = async (event: EventOnSale) => {
    const [live] = await office.db.query<{ holds: number; tickets: number }>(sql`
      select (select count(*) from checkouts where event_id = ${event.id} and status in ('open', 'processing')) as holds,
             (select count(*) from tickets where event_id = ${event.id} and status = 'valid') as tickets`);
    return live;
  };

  test('cancelling leaves no live hold and no valid ticket, and refunds every payment', async () => {
    office = await openBoxOffice({ instances: 2 });
    const event = await cancelInTheRush();
    expect(await stillLive(event)).toEqual({ holds: 0, tickets: 0 });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
    const paid = await office.db.query<{ paid: number; owed: number }>(sql`
      select (select sum(amount_centavos) from payments) as paid, (select sum(amount_centavos) from refunds) as owed`);
    expect(paid[0]?.owed).toBe(paid[0]?.paid);
    await office.expectConsistency();
  });

  control('holds remain on the cancelled event if checkouts ignore its status', async () => {
    office = await openBoxOffice({ sabotage: BLIND_TO_STATUS });
    const event = await cancelInTheRush();
    expect((await stillLive(event))?.holds).toBeGreaterThan(0);
    await expect(office.expectConsistency()).rejects.toThrow('a cancelled event has no live hold');
  });

  /** Deletes a tier while buyers check out from it. */
  /** `isHeld`: one buyer holds a place before the rush, so that it does not matter who is first. */
  async function deleteInTheRush({ isHeld = false } = {}) {
    const event = await office.event();
    const { data: tier } = await office.call<{ id: string }>('POST', `/events/${event.id}/tiers`, {
      name: 'VIP',
      price: 900,
      quantity_total: BUYERS,
    });
    const ask = () => office.askCheckout(event, { tier_id: tier.id });
    if (isHeld) await ask();
    const [deleted, ...bought] = await Promise.all([
      afterTurns(5, () => office.call('DELETE', `/tiers/${tier.id}`)),
      ...Array.from({ length: BUYERS / 2 }, ask),
      ...Array.from({ length: BUYERS / 2 }, () => afterTurns(20, ask)),
    ]);
    return { deleted: deleted.status, bought: new Set(bought.map(({ status }) => status)) };
  }

  test('deletes a tier only if no checkout holds a place of it', async () => {
    office = await openBoxOffice({ instances: 2 });
    const { deleted, bought } = await deleteInTheRush();
    expect({ deleted, bought }).toEqual(
      deleted === 204 ? { deleted, bought: new Set([404]) } : { deleted: 409, bought: new Set([201]) },
    );
    await office.expectConsistency();
  });

  test('without the check for checkouts, the foreign key refuses to delete the tier', async () => {
    office = await openBoxOffice({ sabotage: BLIND_TO_CHECKOUTS });
    expect(await deleteInTheRush({ isHeld: true })).toMatchObject({ deleted: 500 });
    await office.expectConsistency();
  });

  control('without the check and the foreign key, a tier is deleted although a buyer holds a place of it', async () => {
    office = await openBoxOffice({ sabotage: BLIND_TO_CHECKOUTS });
    await dropConstraints(office.db, 'checkout_lines_organization_id_event_id_tier_id_fkey');
    expect(await deleteInTheRush({ isHeld: true })).toMatchObject({ deleted: 204 });
    await expect(office.expectConsistency()).rejects.toThrow('refer to rows of their own organization');
  });

  test('cancelling while check-ins are undone leaves no valid ticket', async () => {
    office = await openBoxOffice({ instances: 2 });
    const event = await office.event();
    const { ticketIds } = await office.buy(event, { quantity: 12 });
    await Promise.all(ticketIds.map((id) => office.call('POST', `/tickets/${id}/check-in`)));
    await Promise.all([
      ...ticketIds.map((id) => office.call('POST', `/tickets/${id}/undo-check-in`)),
      office.cancelEvent(event),
    ]);
    expect(await stillLive(event)).toEqual({ holds: 0, tickets: 0 });
    await office.expectConsistency();
  });
});

/** Starts after this many turns of the event loop, so during the other requests, without a clock. */
async function afterTurns<Result>(turns: number, begin: () => Promise<Result>): Promise<Result> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  return begin();
}
