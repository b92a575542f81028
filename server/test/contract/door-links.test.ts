import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';

interface Link {
  id: string;
  secret: string;
  url: string;
}

let office: BoxOffice;
let event: EventOnSale;
beforeAll(async () => {
  office = await openBoxOffice();
  event = await office.event();
});
afterEach(() => office.expectConsistency());
afterAll(() => office.close());

const inHours = (hours: number) => new Date(office.now().getTime() + hours * 3_600_000).toISOString();
const path = () => `/events/${event.id}/door-links`;
const create = (fields: object = {}) =>
  office.call<Link>('POST', path(), { name: 'Gate A', ends_at: inHours(4), ...fields });
const doorOf = async (fields?: object) => {
  const { data } = await create(fields);
  const call = <Data>(method: 'GET' | 'POST', url: string, body?: object) =>
    office.call<Data>(method, url, body, { authorization: `Bearer ${data.secret}` });
  return { ...data, call };
};

test('a door link is shown once, and only its hash is stored', async () => {
  const { status, data } = await create({ name: 'Gate A' });
  expect(status).toBe(201);
  const { secret, url, ...stored } = data;
  expect(secret).toMatch(/^door_[\w-]{64}$/);
  expect(url).toMatch(new RegExp(`^http\\S+/door#event=${event.id}&key=${secret}$`));
  expect(stored).toEqual({
    id: expect.any(String),
    event_id: event.id,
    list_id: null,
    name: 'Gate A',
    created_at: office.now().toISOString(),
    ends_at: inHours(4),
    last_used_at: null,
    revoked_at: null,
  });
  const { data: list } = await office.call<{ door_links: object[] }>('GET', path());
  expect(list.door_links[0]).toEqual(stored);
  const rows = await office.service.db.query<{ row: string }>(sql`select l::text as row from door_links l`);
  expect(JSON.stringify([rows, list])).not.toContain(secret.slice(30));
});

test('it reads the list of its event, checks in and undoes that, and its name is the door of a check-in', async () => {
  const door = await doorOf({ name: 'Gate A' });
  const { ticketId } = await office.buy(event);
  const { data: ticket } = await office.call('GET', `/tickets/${ticketId}`);
  const { data: list } = await door.call<{ link: object }>('GET', `/events/${event.id}/door`);
  expect(list).toMatchObject({ event: { id: event.id }, link: { name: 'Gate A', ends_at: inHours(4), list_id: null } });
  const { data: found } = await door.call('GET', `/tickets?code=${ticket.code}`);
  expect(found).toMatchObject({ customer: { name: 'Ana Reyes', email: '' }, code: null, ticket_url: null });
  expect(await door.call('POST', '/tickets/check-in', { code: ticket.code })).toMatchObject({ status: 200 });
  expect(await door.call('POST', '/tickets/check-in', { code: ticket.code })).toMatchObject({
    status: 409,
    code: 'already_checked_in',
    details: { checked_in_by: { kind: 'door_link', name: 'Gate A' } },
  });
  office.wait(1);
  const undone = await door.call('POST', `/tickets/${ticketId}/undo-check-in`);
  expect(undone).toMatchObject({ status: 200, data: { status: 'valid', customer: { email: '' } } });
  const { data: log } = await office.call<{ changes: object[] }>('GET', `/audit-log?actor_id=${door.id}`);
  expect(log.changes).toMatchObject([
    { action: 'ticket.check_in_undone', actor: { kind: 'door_link', id: door.id, name: 'Gate A' } },
    { action: 'ticket.checked_in' },
  ]);
});

test('tickets and lists of another event are unknown to it, also beside a link that may read them', async () => {
  const [door, other] = [await doorOf(), await office.event()];
  const { ticketId } = await office.buy(other);
  const { data: ticket } = await office.call('GET', `/tickets/${ticketId}`);
  await office.call('POST', `/tickets/${ticketId}/check-in`);
  expect(await door.call('GET', `/events/${other.id}/door`)).toMatchObject({ status: 404, code: 'event_not_found' });
  expect(await door.call('GET', `/tickets?code=${ticket.code}`)).toMatchObject({ status: 404 });
  expect(await door.call('POST', `/tickets/${ticketId}/undo-check-in`)).toMatchObject({ status: 404 });
  const scan = { code: ticket.code, event_id: other.id };
  expect(await door.call('POST', '/tickets/check-in', scan)).toMatchObject({ status: 404, code: 'event_not_found' });
  expect(await door.call('POST', '/tickets/check-in', { code: ticket.code })).toMatchObject({
    status: 409,
    code: 'ticket_for_another_event',
  });
  // Requests of one moment share a read, but not across links.
  const url = `/events/${event.id}/door`;
  const { data } = await office.call<Link>('POST', `/events/${other.id}/door-links`, {
    name: 'Gate X',
    ends_at: inHours(1),
  });
  const answers = await Promise.all([
    door.call('GET', url),
    office.call('GET', url, undefined, { authorization: `Bearer ${data.secret}` }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 404]);
});

test('it ends exactly at its time, and at once when it is revoked; revoking again changes nothing', async () => {
  const [one, other] = [await doorOf(), await doorOf()];
  const ask = ({ call }: typeof one) => call('GET', `/events/${event.id}/door`);
  office.wait(1);
  expect(await office.call('DELETE', `/door-links/${one.id}`)).toMatchObject({ status: 204 });
  expect(await ask(one)).toMatchObject({ status: 401, code: 'invalid_api_key' });
  expect(await office.call('DELETE', `/door-links/${one.id}`)).toMatchObject({ status: 204 });
  office.wait(4 * 3_600 - 2);
  expect(await ask(other)).toMatchObject({ status: 200 });
  office.wait(1);
  expect(await ask(other)).toMatchObject({ status: 401 });
  const { data: log } = await office.call<{ changes: { action: string }[] }>('GET', `/audit-log?subject_id=${one.id}`);
  expect(log.changes.map(({ action }) => action)).toEqual(['door_link.revoked', 'door_link.created']);
});

test.each([
  [{ name: ' ' }, 'invalid_field', 'name must be a string of 1 to 200 characters, not blank'],
  [{ ends_at: '2020-01-01T00:00:00Z' }, 'time_not_in_future', 'ends_at must be in the future'],
  [{ ends_at: '2099-01-01T00:00:00Z' }, 'door_link_too_long', 'ends_at must be within 366 days'],
  [{ ends_at: null }, 'invalid_field', expect.any(String)],
])('%j is refused', async (fields, code, message) => {
  expect(await create(fields)).toMatchObject({ status: 400, code, message });
});

test('an event has at most 50 links that work', async () => {
  const busy = await office.event();
  const fill = { name: 'Gate', ends_at: inHours(1) };
  const create = () => office.call<Link>('POST', `/events/${busy.id}/door-links`, fill);
  const answers = await Promise.all(Array.from({ length: 52 }, create));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    code: 'too_many_door_links',
    details: { max: 50 },
  });
  await office.call('DELETE', `/door-links/${answers.find(({ status }) => status === 201)?.data.id}`);
  expect(await create()).toMatchObject({ status: 201 });
});

test('two doors without a network that admitted one ticket are both told, once', async () => {
  const [gateA, gateB] = [await doorOf({ name: 'Gate A' }), await doorOf({ name: 'Gate B' })];
  const { ticketId } = await office.buy(event);
  const { data: ticket } = await office.call('GET', `/tickets/${ticketId}`);
  const read = async (since = '') =>
    (await gateA.call<{ conflicts: object[]; next_since: string }>('GET', `/events/${event.id}/door${since}`)).data;
  const [first_admitted_at, admitted_at] = [inHours(0), inHours(0.25)];
  office.wait(3_600);
  const { next_since } = await read();
  const scan = (gate: typeof gateA, scanned_at: string, device_nonce: string) =>
    gate.call('POST', '/tickets/check-in', { code: ticket.code, event_id: event.id, scanned_at, device_nonce });
  expect(await scan(gateA, first_admitted_at, 'a')).toMatchObject({ status: 200 });
  expect(await scan(gateA, first_admitted_at, 'a')).toMatchObject({ status: 200 });
  for (const _ of ['first answer', 'sent again'])
    expect(await scan(gateB, admitted_at, 'b')).toMatchObject({ status: 409, code: 'already_checked_in' });
  // A door that asks the server admits no guest, so this is no conflict.
  await gateB.call('POST', '/tickets/check-in', { code: ticket.code, device_nonce: 'c' });
  const expected = {
    ticket_id: ticketId,
    list_id: null,
    nonce: 'b',
    first_admitted_at,
    first_by: { kind: 'door_link', name: 'Gate A' },
    admitted_at,
    by: { kind: 'door_link', name: 'Gate B' },
  };
  expect((await read(`?since=${next_since}`)).conflicts).toEqual([expected]);
  expect((await read()).conflicts).toEqual([expected]);
  for (let number = 0; number < 20; number++) await scan(gateB, admitted_at, `more ${number}`);
  expect((await read()).conflicts).toHaveLength(10);
});

test('both doors are told, too, when the clock of the second is fast by four minutes', async () => {
  const [gateA, gateB] = [await doorOf({ name: 'Gate A' }), await doorOf({ name: 'Gate B' })];
  const { ticketId } = await office.buy(event);
  const { data: ticket } = await office.call('GET', `/tickets/${ticketId}`);
  const scan = (gate: typeof gateA, device_nonce: string, scanned_at?: string) =>
    gate.call('POST', '/tickets/check-in', { code: ticket.code, event_id: event.id, scanned_at, device_nonce });
  expect(await scan(gateA, 'a')).toMatchObject({ status: 200 });
  // Gate B admits without a network, and sends it a minute later by its own clock.
  const scannedAt = new Date(office.now().getTime() + 240_000).toISOString();
  office.wait(60);
  expect(await scan(gateB, 'b', scannedAt)).toMatchObject({ status: 409 });
  const { data } = await gateA.call<{ conflicts: { ticket_id: string }[] }>('GET', `/events/${event.id}/door`);
  expect(data.conflicts.filter(({ ticket_id }) => ticket_id === ticketId)).toHaveLength(1);
});
