import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, hasPassed } from '../../../dashboard/src/door/decide.ts';
import type { Direction, Door, DoorTicket } from '../../../dashboard/src/door/door.ts';
import type { KeptScan } from '../../../dashboard/src/door/door-state.ts';
import { resultOf } from '../../../dashboard/src/door/refused-ticket.ts';
import { waitingAt } from '../../../dashboard/src/door/scan-point.ts';
import { type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';

/** Each round reads the list of the door once, as a door does before its network is gone. */
const ROUNDS = 12;
const SCANS_PER_ROUND = 8;
const LATE_SCANS = 3;
const PASSES = ['once', 're_entry', 'unlimited'] as const;

/** mulberry32: the same seed gives the same histories. */
function diceOf(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

let office: BoxOffice;
let event: EventOnSale;
beforeAll(async () => {
  office = await openBoxOffice();
  event = await office.event();
});
afterAll(() => office.close());

test('a door without a network decides what the server decides, whatever happened before', async () => {
  const dice = diceOf(2026);
  const shirt = await office.tier(event, { name: 'Shirt', price: 100, admission: false });
  const vip = await office.tier(event);
  const numbers = new Map<string, string>();
  for (const tier_id of [event.tierId, vip, shirt]) {
    const { ticketId } = await office.buy(event, { tier_id });
    numbers.set(ticketId, String((await office.call('GET', `/tickets/${ticketId}`)).data.ticket_number));
  }
  const listIds: string[] = [];
  for (const tier_ids of [null, [vip, shirt]])
    listIds.push(
      (
        await office.call<{ id: string }>('POST', `/events/${event.id}/check-in-lists`, {
          ...{ name: 'List', passes: 'once', tier_ids },
        })
      ).data.id,
    );
  const ticketIds = [...numbers.keys()];
  const seen = new Map<string, number>();

  for (let round = 0; round < ROUNDS; round++) {
    await office.call('PUT', `/events/${event.id}`, { re_entry: dice(2) === 0 });
    for (const id of listIds) await office.call('PUT', `/check-in-lists/${id}`, { passes: PASSES[dice(3)] });
    if (dice(3) === 0) await office.call('POST', `/tickets/${ticketIds[dice(2)]}/undo-check-in`);
    if (round === ROUNDS - 2) await office.call('POST', `/tickets/${ticketIds[1]}/refund`);
    // Another door was without a network, and is first to send what it scanned: before scans that are known already.
    for (let late = 0; late < LATE_SCANS; late++)
      await office.call('POST', '/tickets/check-in', {
        ...{ code: numbers.get(ticketIds[dice(ticketIds.length)] ?? ''), list_id: [null, ...listIds][dice(3)] ?? null },
        ...{ direction: dice(2) === 0 ? 'out' : 'in', device_nonce: `${round} late ${late}` },
        scanned_at: new Date(office.now().getTime() - dice(2 * SCANS_PER_ROUND) * 1_000).toISOString(),
      });
    // This door sends its scans at once, or after the round.
    const isOnline = dice(2) === 0;
    const unsent: (() => Promise<void>)[] = [];
    const door = (await office.call<Door & { tickets: DoorTicket[] }>('GET', `/events/${event.id}/door`)).data;
    const tickets = new Map(door.tickets.map((ticket) => [ticket.id, ticket]));
    const kept: KeptScan[] = [];

    for (let turn = 0; turn < SCANS_PER_ROUND; turn++) {
      office.wait(1);
      const ticketId = ticketIds[dice(ticketIds.length)] ?? '';
      const number = numbers.get(ticketId) ?? '';
      const list = [null, ...door.lists][dice(1 + door.lists.length)] ?? null;
      const direction: Direction = dice(3) === 0 ? 'out' : 'in';
      const listId = list?.id ?? null;
      const scannedAt = office.now().toISOString();
      const here = decide(
        { by: 'number', number },
        { tickets },
        {
          point: { event: door.event, list, direction },
          waiting: waitingAt(kept, listId),
        },
      );
      const scan = { nonce: `${round} ${turn}`, eventId: event.id, ticketId, listId, direction, code: number };
      if (hasPassed(here.verdict))
        kept.push({ ...scan, ...{ ticketNumber: number, name: '', scannedAt, state: 'waiting', sent: false } });

      const send = async () => {
        const answer = await office.call('POST', '/tickets/check-in', {
          ...{ code: number, event_id: event.id, list_id: listId, direction, device_nonce: scan.nonce },
          ...(isOnline ? {} : { scanned_at: scannedAt }),
        });
        const { code, details, message, status } = answer;
        const there =
          status === 200
            ? { verdict: direction === 'in' ? 'admitted' : 'left' }
            : resultOf({ code, details, message, status });
        const what = `round ${round}, turn ${turn}: ${direction} at ${list?.passes ?? 'gate'}, ${answer.body}`;
        expect(here.verdict, what).toBe(there?.verdict);
        if (here.verdict === 'used') expect(there, what).toMatchObject({ at: here.at });
        seen.set(here.verdict, (seen.get(here.verdict) ?? 0) + 1);
      };
      if (isOnline) await send();
      else unsent.push(send);
    }
    for (const send of unsent) await send();
  }
  // The histories reach every answer that a rule gives.
  expect([...seen.keys()].toSorted()).toEqual(
    ['addOn', 'admitted', 'left', 'noExits', 'notInside', 'notOnList', 'refunded', 'used'].toSorted(),
  );
  await office.expectConsistency();
});
