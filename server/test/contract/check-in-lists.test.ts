import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID } from '../fixtures/test-service.ts';
import { csvRows } from '../readers/csv-lines.ts';

interface List {
  id: string;
  name: string;
  passes: string;
  tier_ids: string[] | null;
}
interface Passed {
  id: string;
  status: string;
  checked_in_at: string | null;
  passed_at: string;
  passage_id: string;
}
interface Counted {
  gate: { re_entry: boolean; counts: object[] };
  check_in_lists: (List & { counts: object[] })[];
}

let office: BoxOffice;
let event: EventOnSale;
let vip: string;
beforeAll(async () => {
  office = await openBoxOffice();
  event = await office.event();
  vip = await office.tier(event);
});
afterEach(() => office.expectConsistency());
afterAll(() => office.close());

const create = (fields: Record<string, unknown>, id = event.id) =>
  office.call<List>('POST', `/events/${id}/check-in-lists`, fields);
const newList = async (passes: string, fields: Record<string, unknown> = {}) =>
  (await create({ name: `${passes} ${Math.random()}`, passes, ...fields })).data;
const lists = async (id = event.id) => (await office.call<Counted>('GET', `/events/${id}/check-in-lists`)).data;
async function ticket(fields: Record<string, unknown> = {}) {
  const { ticketId, ticketIds } = await office.buy(event, fields);
  const { data } = await office.call('GET', `/tickets/${ticketId}`);
  return { ticketId, ticketIds, code: String(data.code) };
}
const scan = (code: string, fields: object = {}, headers?: Record<string, string>) =>
  office.call<Passed>('POST', '/tickets/check-in', { code, event_id: event.id, ...fields }, headers);
const undo = (passageId: string, headers?: Record<string, string>) =>
  office.call('POST', `/passages/${passageId}/undo`, undefined, headers);

describe('check-in lists', () => {
  test('are created, changed and deleted, with entries in the audit log', async () => {
    const { status, data: list } = await create({ name: ' VIP lounge ', passes: 're_entry', tier_ids: [vip, vip] });
    expect(status).toBe(201);
    expect(list).toEqual({ id: expect.any(String), name: 'VIP lounge', passes: 're_entry', tier_ids: [vip] });
    office.wait(1);
    const { data: changed } = await office.call('PUT', `/check-in-lists/${list.id}`, {
      passes: 'once',
      tier_ids: null,
    });
    expect(changed).toEqual({ ...list, passes: 'once', tier_ids: null });
    expect((await lists()).check_in_lists.map(({ id }) => id)).toContain(list.id);
    office.wait(1);
    expect(await office.call('DELETE', `/check-in-lists/${list.id}`)).toMatchObject({ status: 204 });
    expect((await lists()).check_in_lists.map(({ id }) => id)).not.toContain(list.id);
    for (const method of ['PUT', 'DELETE'] as const)
      expect(await office.call(method, `/check-in-lists/${list.id}`, method === 'PUT' ? {} : undefined)).toMatchObject({
        status: 404,
        code: 'check_in_list_not_found',
      });
    const { data: log } = await office.call<{ changes: object[] }>('GET', `/audit-log?subject_id=${list.id}`);
    expect(log.changes).toMatchObject([
      { action: 'check_in_list.deleted', before: { name: 'VIP lounge' }, after: null },
      { action: 'check_in_list.updated', before: { passes: 're_entry', tier_ids: [vip] }, after: { passes: 'once' } },
      { action: 'check_in_list.created', after: { event_id: event.id, name: 'VIP lounge' } },
    ]);
  });

  test.each<[Record<string, unknown>, number, string, string | undefined]>([
    [{ name: ' ' }, 400, 'invalid_field', 'name'],
    [{ passes: 'twice' }, 400, 'invalid_field', 'passes'],
    [{ passes: null }, 400, 'invalid_field', 'passes'],
    [{ tier_ids: ['vip'] }, 400, 'invalid_field', 'tier_ids[0]'],
    [{ tier_ids: [UNKNOWN_ID] }, 404, 'tier_not_found', undefined],
  ])('%j is refused', async (fields, status, code, field) => {
    expect(await create({ name: 'Lounge', passes: 'once', ...fields })).toMatchObject({ status, code, field });
  });

  test('are at most 20 beside the gate, and are copied with the event', async () => {
    const busy = await office.event();
    const tier = await office.tier(busy);
    const body = { name: 'Lounge', passes: 'unlimited', tier_ids: [tier] };
    const answers = await Promise.all(Array.from({ length: 22 }, () => create(body, busy.id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      ...{ status: 409, code: 'too_many_check_in_lists', details: { max: 20 } },
    });
    type Copy = { id: string; ticket_tiers: { id: string; name: string }[] };
    const { data: copy } = await office.call<Copy>('POST', `/events/${busy.id}/duplicate`);
    const copied = (await lists(copy.id)).check_in_lists;
    expect(copied).toHaveLength(20);
    const tierOfCopy = copy.ticket_tiers.find(({ name }) => name === 'VIP')?.id;
    expect(copied[0]).toMatchObject({ name: 'Lounge', passes: 'unlimited', tier_ids: [tierOfCopy] });
  });
});

describe('a scan at a check-in list', () => {
  test('passes once, changes no status, and tells nobody', async () => {
    const [list, { ticketId, code }] = [await newList('once'), await ticket()];
    const passed = await scan(code, { list_id: list.id });
    expect(passed).toMatchObject({ status: 200, data: { id: ticketId, status: 'valid', checked_in_at: null } });
    expect(passed.data).toMatchObject({
      ...{ direction: 'in', passed_at: office.now().toISOString(), list: { id: list.id, name: list.name } },
      ...{ customer: { name: 'Ana Reyes' }, event: { id: event.id } },
    });
    expect(await scan(code, { list_id: list.id })).toMatchObject({
      ...{ status: 409, code: 'already_entered' },
      message: `Ticket already entered at ${list.name}. Last scan: ${office.now().toISOString()}`,
      details: { list: { id: list.id }, passed_by: { kind: 'key' }, ticket: { id: ticketId } },
    });
    expect(await scan(code, { list_id: list.id, direction: 'out' })).toMatchObject({ code: 'no_exit_scans' });
    expect((await office.notifications('ticket.checked_in')).map(({ data }) => data.ticket_id)).not.toContain(ticketId);
    // The gate does not mind.
    expect(await scan(code)).toMatchObject({ data: { status: 'used', list: null, passage_id: null, direction: 'in' } });
    expect(await scan(code, { list_id: (await newList('once')).id })).toMatchObject({ data: { status: 'used' } });
  });

  test('with re_entry passes again after it has left; unlimited always', async () => {
    const [list, cloakroom, { code }] = [await newList('re_entry'), await newList('unlimited'), await ticket()];
    const at = (direction: string) => scan(code, { list_id: list.id, direction });
    expect(await at('out')).toMatchObject({ status: 409, code: 'not_inside' });
    for (const direction of ['in', 'out', 'in']) expect(await at(direction)).toMatchObject({ status: 200 });
    expect(await at('in')).toMatchObject({ status: 409, code: 'already_entered' });
    for (let time = 0; time < 3; time++)
      expect(await scan(code, { list_id: cloakroom.id })).toMatchObject({ status: 200 });
    // The next scan is decided by the new rule.
    await office.call('PUT', `/check-in-lists/${cloakroom.id}`, { passes: 'once' });
    expect(await scan(code, { list_id: cloakroom.id })).toMatchObject({ code: 'already_entered' });
  });

  test('is for its tiers, which may be add-ons; without tiers for tickets that admit', async () => {
    const parking = await office.tier(event, { name: 'Parking', price: 100, admission: false });
    const buy = async (tier_id: string) => (await ticket({ tier_id })).code;
    const [regular, car] = [await buy(event.tierId), await buy(parking)];
    const [all, cars] = [await newList('once'), await newList('once', { name: 'Cars', tier_ids: [parking] })];
    expect(await scan(car, { list_id: all.id })).toMatchObject({ status: 409, code: 'not_on_list' });
    expect(await scan(car, { list_id: cars.id })).toMatchObject({ status: 200, data: { status: 'valid' } });
    expect(await scan(regular, { list_id: cars.id })).toMatchObject({
      ...{ status: 409, code: 'not_on_list', message: 'General Admission does not pass Cars' },
    });
  });

  test('refuses a ticket that was refunded, of another event, or of no list', async () => {
    const [list, { ticketId, code }, other] = [await newList('unlimited'), await ticket(), await office.event()];
    const theirs = (await create({ name: 'Theirs', passes: 'once' }, other.id)).data;
    expect(await scan(code, { list_id: theirs.id })).toMatchObject({ status: 404, code: 'check_in_list_not_found' });
    expect(await scan(code, { list_id: theirs.id, event_id: null })).toMatchObject({
      code: 'ticket_for_another_event',
    });
    expect(await scan(code, { list_id: UNKNOWN_ID })).toMatchObject({ status: 404 });
    expect(await scan(code, { list_id: list.id, direction: 'up' })).toMatchObject({ status: 400, field: 'direction' });
    await office.call('POST', `/tickets/${ticketId}/refund`);
    expect(await scan(code, { list_id: list.id.toUpperCase() })).toMatchObject({
      status: 409,
      code: 'ticket_refunded',
    });
  });

  test('sent again gets its first answer, also after it was undone, which it does not reverse', async () => {
    const [list, { code }] = [await newList('re_entry'), await ticket()];
    const at = (direction: string, device_nonce: string) => scan(code, { list_id: list.id, direction, device_nonce });
    const first = await at('in', 'first');
    office.wait(5);
    expect((await at('in', 'first')).body).toBe(first.body);
    expect(await undo(first.data.passage_id)).toMatchObject({
      ...{ status: 200, data: { passages: [{ id: first.data.passage_id, undone_at: office.now().toISOString() }] } },
    });
    expect((await at('in', 'first')).body).toBe(first.body);
    expect(await at('out', 'second')).toMatchObject({ code: 'not_inside' });
    const undone = { status: 409, code: 'passage_not_last', details: { undone_at: expect.any(String) } };
    expect(await undo(first.data.passage_id)).toMatchObject(undone);
  });

  test('only the last one is undone, once of two calls', async () => {
    const [list, { ticketId, code }] = [await newList('re_entry'), await ticket()];
    const entry = await scan(code, { list_id: list.id });
    const exit = await scan(code, { list_id: list.id, direction: 'out' });
    await scan(code, { list_id: (await newList('once')).id });
    const notLast = { status: 409, code: 'passage_not_last', details: { undone_at: null } };
    expect(await undo(entry.data.passage_id)).toMatchObject(notLast);
    const answers = await Promise.all([undo(exit.data.passage_id), undo(exit.data.passage_id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    office.wait(1);
    expect(await undo(entry.data.passage_id)).toMatchObject({ status: 200 });
    const { data: log } = await office.call<{ changes: object[] }>('GET', `/audit-log?subject_id=${ticketId}`);
    expect(log.changes).toMatchObject([
      { action: 'ticket.passage_undone', before: { list_id: list.id, direction: 'in' }, after: null },
      { action: 'ticket.passage_undone', before: { direction: 'out' } },
    ]);
  });
});

describe('re-entry at the gate', () => {
  test('is off by default; an event that allows it lets used tickets out and in, and they stay used', async () => {
    const { ticketId, code } = await ticket();
    expect((await lists()).gate.re_entry).toBe(false);
    const { data: first } = await scan(code);
    expect(await scan(code, { direction: 'out' })).toMatchObject({ status: 409, code: 'no_exit_scans' });
    expect(await scan(code)).toMatchObject({ status: 409, code: 'already_checked_in' });

    const put = await office.call('PUT', `/events/${event.id}`, { re_entry: true });
    expect(put).toMatchObject({ status: 200, data: { re_entry: true } });
    expect(await scan(code)).toMatchObject({
      ...{ status: 409, code: 'already_entered', details: { list: null, passed_at: first.checked_in_at } },
    });
    office.wait(600);
    const used = { status: 'used', checked_in_at: first.checked_in_at };
    expect(await scan(code, { direction: 'out' })).toMatchObject({ status: 200, data: { ...used, direction: 'out' } });
    expect(await scan(code, { direction: 'out' })).toMatchObject({ status: 409, code: 'not_inside' });
    // The operation of the contract answers 409 to every used ticket.
    expect(await office.call('POST', `/tickets/${ticketId}/check-in`)).toMatchObject({ code: 'already_checked_in' });
    const again = await scan(code, { device_nonce: 'again' });
    expect(again).toMatchObject({ status: 200, data: { ...used, passed_at: office.now().toISOString() } });
    expect((await office.call('GET', `/tickets/${ticketId}`)).data).toMatchObject(used);
    expect(
      (await office.notifications('ticket.checked_in')).filter(({ data }) => data.ticket_id === ticketId),
    ).toHaveLength(1);

    expect(await office.call('POST', `/tickets/${ticketId}/undo-check-in`)).toMatchObject({
      data: { status: 'valid' },
    });
    const { data } = await office.call<{ passages: { undone_at: string }[] }>('GET', `/tickets/${ticketId}/passages`);
    expect(data.passages.map(({ undone_at }) => undone_at)).toEqual(Array(2).fill(office.now().toISOString()));
    expect(await scan(code, { direction: 'out' })).toMatchObject({ code: 'not_inside' });
    // The re-entry, sent again, does not bring the check-in back.
    const { passage_id } = again.data;
    expect(await scan(code, { device_nonce: 'again' })).toMatchObject({ status: 200, data: { passage_id } });
    expect((await office.call('GET', `/tickets/${ticketId}`)).data).toMatchObject({ status: 'valid' });
    expect(await scan(code)).toMatchObject({ status: 200, data: { passage_id: null } });
    await office.call('PUT', `/events/${event.id}`, { re_entry: null });
    expect(await scan(code)).toMatchObject({ status: 409, code: 'already_checked_in' });
  });
});

describe('who passed where', () => {
  test('is in the passages of the ticket, the counts, the CSV and the export of the buyer', async () => {
    const show = await office.event({ re_entry: true });
    const customer = { name: 'Ben Cruz', email: 'ben@example.com' };
    const { ticketId, ticketIds } = await office.buy(show, { quantity: 3, customer });
    const codes = await Promise.all(
      ticketIds.map(async (id) => (await office.call('GET', `/tickets/${id}`)).data.code),
    );
    const lounge = (await create({ name: '=Lounge', passes: 're_entry' }, show.id)).data;
    const link = { name: 'Gate A', ends_at: new Date(office.now().getTime() + 3_600_000).toISOString() };
    const door = await office.call<{ secret: string }>('POST', `/events/${show.id}/door-links`, link);
    const gateA = { authorization: `Bearer ${door.data.secret}` };
    const pass = (code: unknown, fields: object) =>
      office.call('POST', '/tickets/check-in', { code, ...fields }, gateA);
    for (const code of codes.slice(0, 2)) await pass(code, {});
    await pass(codes[0], { direction: 'out' });
    const entered = office.now().toISOString();
    for (const code of codes.slice(1)) await pass(code, { list_id: lounge.id });
    office.wait(60);
    await pass(codes[1], { list_id: lounge.id, direction: 'out' });

    const by = { kind: 'door_link', name: 'Gate A' };
    const { data: read } = await office.call('GET', `/tickets/${ticketIds[1]}/passages`);
    expect(read).toEqual({
      ...{ ticket_id: ticketIds[1], status: 'used', checked_in_at: entered, checked_in_by: by },
      passages: [
        {
          id: expect.any(String),
          list: { id: lounge.id, name: '=Lounge' },
          direction: 'out',
          by,
          undone_at: null,
          passed_at: office.now().toISOString(),
          recorded_at: office.now().toISOString(),
        },
        expect.objectContaining({ direction: 'in', passed_at: entered }),
      ],
    });
    const tier = { id: show.tierId, name: 'General Admission' };
    expect(await lists(show.id)).toEqual({
      gate: { re_entry: true, counts: [{ tier, tickets: 3, passed: 2, inside: 1 }] },
      check_in_lists: [{ ...lounge, counts: [{ tier, tickets: 3, passed: 2, inside: 1 }] }],
    });
    const { body } = await office.call('GET', `/events/${show.id}/attendees.csv`);
    expect(csvRows(body).map((row) => row["'=Lounge"])).toEqual(['', entered, entered]);
    const { data: copy } = await office.call<{ purchases: { tickets: { id: string; passages: object[] }[] }[] }>(
      ...(['POST', '/buyers/export', { email: customer.email }] as const),
    );
    const exported = copy.purchases.flatMap(({ tickets }) => tickets);
    expect(exported.find(({ id }) => id === ticketId)?.passages).toEqual([
      { list: null, direction: 'out', passed_at: entered },
    ]);
    expect(exported.find(({ id }) => id === ticketIds[1])?.passages).toHaveLength(2);
  });
});

describe('a door link for one list', () => {
  test('scans there and nowhere else, and ends with the list', async () => {
    const [list, other, { ticketId, code }] = [await newList('re_entry'), await newList('once'), await ticket()];
    const ends_at = new Date(office.now().getTime() + 3_600_000).toISOString();
    const path = `/events/${event.id}/door-links`;
    const link = (fields: object) =>
      office.call<{ id: string; secret: string }>('POST', path, { name: 'Lounge', ends_at, ...fields });
    const { data: door } = await link({ list_id: list.id });
    const lounge = { authorization: `Bearer ${door.secret}` };
    expect(await scan(code, {}, lounge)).toMatchObject({
      status: 200,
      data: { status: 'valid', list: { id: list.id } },
    });
    expect(await scan(code, { list_id: other.id }, lounge)).toMatchObject({ status: 404 });
    type Bundle = { lists: List[]; link: object };
    const { data: bundle } = await office.call<Bundle>('GET', `/events/${event.id}/door`, undefined, lounge);
    expect(bundle).toMatchObject({ lists: [{ id: list.id }], link: { name: 'Lounge', list_id: list.id } });

    const elsewhere = await scan(code, { list_id: other.id });
    expect(await undo(elsewhere.data.passage_id, lounge)).toMatchObject({ status: 404 });
    await office.call('POST', `/tickets/${ticketId}/check-in`);
    const undoCheckIn = await office.call('POST', `/tickets/${ticketId}/undo-check-in`, undefined, lounge);
    expect(undoCheckIn).toMatchObject({ status: 404 });
    const exit = await scan(code, { direction: 'out' }, lounge);
    expect(await undo(exit.data.passage_id, lounge)).toMatchObject({ status: 200 });

    expect(await link({ list_id: UNKNOWN_ID })).toMatchObject({ status: 404, code: 'check_in_list_not_found' });
    const elsewhereList = (await create({ name: 'Theirs', passes: 'once' }, (await office.event()).id)).data;
    expect(await link({ list_id: elsewhereList.id })).toMatchObject({ status: 404, code: 'check_in_list_not_found' });
    await office.call('DELETE', `/check-in-lists/${list.id}`);
    expect(await scan(code, {}, lounge)).toMatchObject({ status: 401 });
    const { data } = await office.call<{ door_links: object[] }>('GET', path);
    expect(data.door_links).toContainEqual(
      expect.objectContaining({ id: door.id, list_id: list.id, revoked_at: office.now().toISOString() }),
    );
  });
});

describe('the list of the door', () => {
  test('has lists, tiers and stays; a passage, an undo and a conflict come with since', async () => {
    const [list, { ticketId, code }] = [await newList('re_entry'), await ticket()];
    interface Bundle {
      event: object;
      lists: List[];
      tickets: { id: string; tier: object; stays: object[] }[];
      conflicts: object[];
      next_since: string;
    }
    const read = async (since = '') => (await office.call<Bundle>('GET', `/events/${event.id}/door${since}`)).data;
    const changed = async (since: string) => {
      const { tickets } = await read(`?since=${since}`);
      return tickets.map(({ id, stays }) => ({ id, stays }));
    };
    office.wait(120);
    const before = await read();
    expect(before).toMatchObject({ event: { re_entry: false } });
    expect(before.lists).toContainEqual(list);
    expect(before.tickets.find(({ id }) => id === ticketId)).toMatchObject({ tier: { id: event.tierId }, stays: [] });
    const { data: entry } = await scan(code, { list_id: list.id });
    const stay = { list_id: list.id, entries: 1, direction: 'in', passed_at: entry.passed_at };
    expect(await changed(before.next_since)).toEqual([{ id: ticketId, stays: [stay] }]);

    office.wait(120);
    const { next_since } = await read();
    const scanned_at = new Date(office.now().getTime() - 60_000).toISOString();
    for (const _ of ['first', 'sent again'])
      expect(await scan(code, { list_id: list.id, scanned_at, device_nonce: 'late' })).toMatchObject({ status: 409 });
    expect((await read(`?since=${next_since}`)).conflicts).toMatchObject([
      {
        ...{ ticket_id: ticketId, list_id: list.id, nonce: 'late', admitted_at: scanned_at },
        ...{ first_admitted_at: entry.passed_at, first_by: { kind: 'key' }, by: { kind: 'key' } },
      },
    ]);
    expect(await changed(next_since)).toEqual([]);
    await undo(entry.passage_id);
    expect(await changed(next_since)).toEqual([{ id: ticketId, stays: [] }]);
  });
});
