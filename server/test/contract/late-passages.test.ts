import { afterEach, describe, expect, test } from 'vitest';
import { useBoxOffice } from '../fixtures/box-office.ts';

const office = await useBoxOffice();
afterEach(() => office.expectConsistency());

/** A place with exits: the gate, or a check-in list. Doors B are online; doors A send what they scanned later. */
async function openPlace(hasList: boolean) {
  const event = await office.event({ re_entry: !hasList });
  const { ticketId } = await office.buy(event);
  const code = String((await office.call('GET', `/tickets/${ticketId}`)).data.code);
  const lounge = { name: 'Lounge', passes: 're_entry' };
  const list_id = hasList ? (await office.call('POST', `/events/${event.id}/check-in-lists`, lounge)).data.id : null;
  const scan = async (device_nonce: string, direction: 'in' | 'out', scanned_at?: string) => {
    const body = { code, event_id: event.id, list_id, direction, device_nonce, scanned_at };
    const { status, code: refusal, data, details } = await office.call('POST', '/tickets/check-in', body);
    return { status, refusal, at: String(status === 200 ? data.passed_at : details?.passed_at), id: data?.passage_id };
  };
  /** The time now, some minutes after the last. */
  const later = (minutes = 10) => {
    office.wait(minutes * 60);
    return office.now().toISOString();
  };
  interface Door {
    tickets: { stays: object[] }[];
    conflicts: object[];
  }
  const door = async () => (await office.call<Door>('GET', `/events/${event.id}/door`)).data;
  const inside = async () => {
    const { data } = await office.call('GET', `/events/${event.id}/check-in-lists`);
    const { gate, check_in_lists } = data as { gate: object; check_in_lists: object[] };
    return hasList ? check_in_lists[0] : gate;
  };
  return { ticketId, scan, later, door, inside };
}

describe.each([
  ['the gate', false],
  ['a check-in list', true],
])('scans at %s that a door without a network sends late', (_, hasList) => {
  test('count at their time: a guest who left last is outside, and may come back', async () => {
    const { scan, later, door, inside } = await openPlace(hasList);
    await scan('B in', 'in');
    const [outAtA, inAtA, outAtB] = [later(), later(), later()];
    expect(await scan('B out', 'out')).toMatchObject({ status: 200, at: outAtB });
    later();
    expect(await scan('A out', 'out', outAtA)).toMatchObject({ status: 200, at: outAtA });
    expect(await scan('A in', 'in', inAtA)).toMatchObject({ status: 200, at: inAtA });

    expect(await inside()).toMatchObject({ counts: [{ inside: 0 }] });
    expect(await door()).toMatchObject({
      tickets: [{ stays: [{ direction: 'out', passed_at: outAtB }] }],
      conflicts: [],
    });
    expect(await scan('B again', 'in')).toMatchObject({ status: 200 });
  });

  test('of a copy that was let in before the ticket are a conflict, also when the ticket left meanwhile', async () => {
    const { ticketId, scan, later, door } = await openPlace(hasList);
    const [inAtA, inAtB] = [later(), later()];
    await scan('B in', 'in');
    later();
    await scan('B out', 'out');
    later();
    expect(await scan('A in', 'in', inAtA)).toMatchObject({ status: 409, refusal: 'already_entered', at: inAtB });
    expect((await door()).conflicts).toMatchObject([
      { ticket_id: ticketId, nonce: 'A in', admitted_at: inAtA, first_admitted_at: inAtB, first_by: { kind: 'key' } },
    ]);
    expect(await scan('B again', 'in')).toMatchObject({ status: 200 });
  });

  test('of a copy that was let in while the ticket was inside are a conflict, also when it left since', async () => {
    const { scan, later, door } = await openPlace(hasList);
    const inAtB = later();
    await scan('B in', 'in');
    const inAtA = later();
    later();
    await scan('B out', 'out');
    expect(await scan('A in', 'in', inAtA)).toMatchObject({ status: 409, refusal: 'already_entered', at: inAtB });
    expect((await door()).conflicts).toMatchObject([{ nonce: 'A in', first_admitted_at: inAtB }]);
  });

  test('leave the passage that is last by time as the one that can be undone', async () => {
    const { scan, later, door } = await openPlace(hasList);
    await scan('B in', 'in');
    const outAtA = later();
    later();
    const { id } = await scan('B out', 'out');
    const late = await scan('A out', 'out', outAtA);
    const undo = async (passage: unknown) => (await office.call('POST', `/passages/${passage}/undo`)).status;
    expect([await undo(late.id), await undo(id), await undo(late.id)]).toEqual([409, 200, 200]);
    expect((await door()).tickets[0]?.stays).toMatchObject(hasList ? [{ direction: 'in' }] : []);
  });
});
