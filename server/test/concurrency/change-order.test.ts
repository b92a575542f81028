import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import {
  BLIND_TO_COUNTERS,
  dropConstraints,
  NO_EVENT_LOCK,
  OVERSELL_CHECKS,
  type Sabotage,
} from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { type Hall, openHall, rows, seatIdsOf } from '../fixtures/hall.ts';
import { control } from './control.ts';

const ROUNDS = 5;

/** The change reads a hall in which every seat is free. */
const BLIND_TO_STATES: Sabotage = [
  [
    `string_agg(states, ' ' order by position)`,
    `string_agg(regexp_replace(states, '[hs]', '.', 'g'), ' ' order by position)`,
  ],
];
/** As if a check-in came between the reading of a ticket and its change. */
const READ_AS_VALID: Sabotage = [
  ['select t.id, t.ticket_number, t.status, t.position', `select t.id, t.ticket_number, 'valid' as status, t.position`],
];
const CHANGE_WITHOUT_CONDITION: Sabotage = [["and t.id = moved.id and t.status = 'valid'", 'and t.id = moved.id']];

describe('changes of orders at the same time, on two instances', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  const change = (orderId: string, ticket: { ticket_id: string; tier_id?: string; seat_id?: string | undefined }) =>
    office.call('POST', `/orders/${orderId}/changes`, { tickets: [ticket], payment_method: 'CASH' });
  const statusesOf = async (answers: Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status).toSorted();

  /** Two buyers want the same seat, in each round. @returns the statuses of both answers */
  async function wantOneSeat(hall: Hall) {
    const ids = await seatIdsOf(office, hall);
    const buyers = [];
    for (let buyer = 0; buyer < 2; buyer++) buyers.push(await office.buy(hall, { section_id: hall.sectionId }, 'CARD'));
    const statuses: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [seat_id] = ids(`B-${round + 1}`);
      statuses.push(
        await statusesOf(buyers.map(({ orderId, ticketId }) => change(orderId, { ticket_id: ticketId, seat_id }))),
      );
    }
    return statuses;
  }

  test('of two buyers who want the same seat one gets it, the other keeps theirs', async () => {
    office = await openBoxOffice({ instances: 2 });
    const hall = await openHall(office, rows(['A', 4], ['B', ROUNDS]));
    expect(await wantOneSeat(hall)).toEqual(Array(ROUNDS).fill([201, 409]));
    await office.expectConsistency();
  });

  control('both get it when the change does not see that it is taken, and no index prevents it', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: BLIND_TO_STATES });
    await office.db.query(sql`drop index seat_claims_one_live`);
    const hall = await openHall(office, rows(['A', 4], ['B', ROUNDS]));
    expect(await wantOneSeat(hall)).toContainEqual([201, 201]);
    expect(office.sabotageUsed()).toBe(true);
  });

  test('of the orders that want the last place of a tier one gets it', async () => {
    office = await openBoxOffice({ instances: 2 });
    const event = await office.event();
    const tier_id = await office.tier(event, { quantity_total: 1 });
    const bought = [];
    for (let buyer = 0; buyer < 4; buyer++) bought.push(await office.buy(event, {}, 'CARD'));
    const answers = bought.map(({ orderId, ticketId }) => change(orderId, { ticket_id: ticketId, tier_id }));
    expect(await statusesOf(answers)).toEqual([201, 409, 409, 409]);
    await office.expectConsistency();
  });

  /** The last place of a tier, for a change and for a buyer, in each round. @returns the statuses of both answers */
  async function wantLastPlace() {
    const event = await office.event();
    const statuses: number[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const tier_id = await office.tier(event, { quantity_total: 1 });
      const { orderId, ticketId } = await office.buy(event, {}, 'CARD');
      const asked = [change(orderId, { ticket_id: ticketId, tier_id }), office.askCheckout(event, { tier_id })];
      statuses.push(await statusesOf(round % 2 === 0 ? asked : asked.toReversed()));
    }
    return statuses;
  }

  test('of a change and a buyer who want the last place of a tier one gets it', async () => {
    office = await openBoxOffice({ instances: 2 });
    expect(await wantLastPlace()).toEqual(Array(ROUNDS).fill([201, 409]));
    await office.expectConsistency();
  });

  control('without counters and constraints both get it', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: BLIND_TO_COUNTERS });
    await dropConstraints(office.db, ...OVERSELL_CHECKS);
    expect(await wantLastPlace()).toContainEqual([201, 201]);
    expect(office.sabotageUsed()).toBe(true);
  });

  /** A change of an order and its refund. @returns of each round whether the ticket moved, and what was given back */
  async function againstRefund() {
    const event = await office.event();
    const tier_id = await office.tier(event);
    // These stay sold, so that no counter falls below zero in the control.
    await office.buy(event, { quantity: ROUNDS });
    const rounds: { moved: boolean; back: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { orderId, ticketId } = await office.buy(event, {}, 'CARD');
      const [changed, refunded] = await Promise.all([
        change(orderId, { ticket_id: ticketId, tier_id }),
        office.call<{ refunded_amount: number }>('POST', `/orders/${orderId}/refund`),
      ]);
      rounds.push({ moved: changed.status === 201, back: refunded.data.refunded_amount });
    }
    return rounds;
  }

  test('a refund gives back what the ticket costs at that moment, before a change or after it', async () => {
    office = await openBoxOffice({ instances: 2 });
    for (const { moved, back } of await againstRefund()) expect(back).toBe(moved ? 1_500 : 500);
    await office.expectConsistency();
  });

  control('without the lock of the event and the condition a ticket moves that was refunded', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: [...NO_EVENT_LOCK, ...CHANGE_WITHOUT_CONDITION] });
    if (office.db.kind === 'pglite') return; // one connection, so transactions run one after the other
    expect(await againstRefund()).toContainEqual({ moved: true, back: 500 });
    expect(office.sabotageUsed()).toBe(true);
  });

  /** A change of a ticket and its check-in. @returns the status of each */
  async function againstCheckIn() {
    const event = await office.event();
    const tier_id = await office.tier(event);
    const statuses: [changed: number, admitted: number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { orderId, ticketId } = await office.buy(event, {}, 'CARD');
      const checkIn = () => office.call('POST', `/tickets/${ticketId}/check-in`);
      const both = [change(orderId, { ticket_id: ticketId, tier_id }), checkIn()] as const;
      const [changed, admitted] = await Promise.all(both);
      statuses.push([changed.status, admitted.status]);
    }
    return statuses;
  }

  test('a check-in admits at the place that the ticket has, and a used ticket stays where it is', async () => {
    office = await openBoxOffice({ instances: 2 });
    for (const [changed, admitted] of await againstCheckIn()) {
      expect(admitted).toBe(200);
      expect([201, 409]).toContain(changed);
    }
    await office.expectConsistency();
  });

  /** @returns the answer to the change of a ticket that was used after it was read */
  async function changeUsed() {
    const event = await office.event();
    const tier_id = await office.tier(event);
    const { orderId, ticketId } = await office.buy(event, {}, 'CARD');
    await office.call('POST', `/tickets/${ticketId}/check-in`);
    return change(orderId, { ticket_id: ticketId, tier_id });
  }

  test('the condition of the update decides, also when the ticket was still valid when it was read', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: READ_AS_VALID });
    expect(await changeUsed()).toMatchObject({ code: 'ticket_not_changeable', details: { status: 'used' } });
    expect(office.sabotageUsed()).toBe(true);
    await office.expectConsistency();
  });

  control('without the condition a used ticket moves', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: [...READ_AS_VALID, ...CHANGE_WITHOUT_CONDITION] });
    expect(await changeUsed()).toMatchObject({ status: 201 });
    expect(office.sabotageUsed()).toBe(true);
  });
});
