import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTicketCode, writeTicketCode } from '../../src/tickets/ticket-code.ts';
import { getTicketKey } from '../../src/tickets/ticket-key.ts';
import { useBoxOffice } from '../fixtures/box-office.ts';
import { type DoorTicket, offlineCheck } from '../fixtures/door.ts';
import { must, openTestService, type TestService } from '../fixtures/test-service.ts';

interface TicketData {
  id: string;
  ticket_number: string;
  code: string | null;
  ticket_url: string;
  event: { id: string };
}

const office = await useBoxOffice();

describe('the code of a ticket', () => {
  const read = async (ticketId: string) => (await office.call<TicketData>('GET', `/tickets/${ticketId}`)).data;
  const codeOf = async (ticketId: string) => (await read(ticketId)).code ?? '';
  const find = (code: string) => office.call('GET', `/tickets?code=${encodeURIComponent(code)}`);
  const scan = (code: string, fields: object = {}) => office.call('POST', '/tickets/check-in', { code, ...fields });
  const keys = async () => (await office.call<{ keys: object[] }>('GET', '/ticket-keys')).data.keys;

  /** The answer of an offline door, from the list and the keys that it read before it opened. */
  async function openDoor(event: { id: string }) {
    const refusal = await offlineCheck();
    const path = `/events/${event.id}/attendees?per_page=100`;
    const { attendees } = (await office.call<{ attendees: DoorTicket[] }>('GET', path)).data;
    const tickets = new Map(attendees.map((attendee) => [attendee.ticket_id, attendee]));
    const door = { keys: await keys(), eventId: event.id, tickets };
    return (code: string) => refusal(code, door);
  }

  /** A code made by an attacker who knows everything but the private key. */
  function forged({ ticketId, eventId, revision = 1 }: { ticketId: string; eventId: string; revision?: number }) {
    return writeTicketCode({ ticketId, eventId, revision }, generateKeyPairSync('ed25519').privateKey);
  }
  const altered = (code: string) => code.slice(0, 40) + (code[40] === 'A' ? 'B' : 'A') + code.slice(41);

  test('finds the ticket and checks it in once, also in lower case', async () => {
    const event = await office.event();
    const { ticketId } = await office.buy(event);
    const code = await codeOf(ticketId);
    expect(await find(code)).toMatchObject({ status: 200, data: { id: ticketId, code } });
    expect(await (await openDoor(event))(code)).toBeNull();
    expect(await scan(`${code.toLowerCase()}\n`, { event_id: event.id })).toMatchObject({
      status: 200,
      data: { id: ticketId, status: 'used' },
    });
    expect(await scan(code)).toMatchObject({ status: 409, message: expect.stringMatching('already checked in') });
    expect(await (await openDoor(event))(code)).toBe('checked_in');
  });

  test('that is forged is refused by the server and by an offline door', async () => {
    const event = await office.event();
    const { ticketId } = await office.buy(event);
    const code = forged({ ticketId, eventId: event.id });
    expect(await find(code)).toMatchObject({ status: 404, code: 'ticket_not_found', message: 'Ticket not found' });
    expect(await scan(code)).toMatchObject({ status: 404, code: 'ticket_not_found', message: 'Ticket not found' });
    expect(await (await openDoor(event))(code)).toMatch('forged');
    expect((await scan(await codeOf(ticketId))).status).toBe(200);
  });

  test('that was altered is refused by both', async () => {
    const event = await office.event();
    const { ticketId } = await office.buy(event);
    const code = altered(await codeOf(ticketId));
    expect(await find(code)).toMatchObject({ status: 404, code: 'ticket_not_found' });
    expect(await scan(code)).toMatchObject({ status: 404, code: 'ticket_not_found' });
    expect(await (await openDoor(event))(code)).toMatch('altered');
  });

  test('of another event is refused by both', async () => {
    const [event, other] = [await office.event(), await office.event({ title: 'Other' })];
    const { ticketId } = await office.buy(event);
    const code = await codeOf(ticketId);
    expect(await scan(code, { event_id: other.id })).toMatchObject({
      status: 409,
      code: 'ticket_for_another_event',
      message: `Ticket is for another event: ${event.title}`,
    });
    expect(await (await openDoor(other))(code)).toBe('for another event');
  });

  test('that names another event than the ticket’s is refused, even with our signature', async () => {
    const [event, other] = [await office.event(), await office.event()];
    const { ticketId } = await office.buy(event);
    const { privateKey } = await getTicketKey(office.db, office.config.secretsKeys, office.organizationId);
    const code = writeTicketCode({ ticketId, eventId: other.id, revision: 1 }, privateKey);
    expect(await scan(code)).toMatchObject({ status: 404, code: 'ticket_not_found' });
    expect(await (await openDoor(event))(code)).toBe('for another event');
  });

  test.each(['refunded', 'cancelled'])('is null once the ticket is %s, and the old code is refused', async (status) => {
    const event = await office.event();
    const { ticketId } = await office.buy(event);
    const code = await codeOf(ticketId);
    if (status === 'refunded') await office.call('POST', `/tickets/${ticketId}/refund`);
    else await office.cancelEvent(event);
    expect(await read(ticketId)).toMatchObject({ status, code: null });
    expect(await scan(code)).toMatchObject({ status: 409, message: `Ticket is ${status}` });
    expect(await (await openDoor(event))(code)).toBe(status);
  });

  test('is signed once: code and link are remembered until the ticket gets others', async () => {
    const { ticketId } = await office.buy(await office.event());
    const first = await read(ticketId);
    const { signed } = await getTicketKey(office.db, office.config.secretsKeys, office.organizationId);
    const content = [...signed.keys()].find((key) => key.includes(` ${ticketId} `)) ?? '';
    signed.set(content, { code: 'remembered', path: '/remembered' });
    expect(await read(ticketId)).toMatchObject({
      code: 'remembered',
      ticket_url: expect.stringMatching(/\/remembered$/),
    });
    await office.call('POST', `/tickets/${ticketId}/reissue`);
    const { code, ticket_url } = await read(ticketId);
    expect([code, ticket_url]).toEqual([expect.stringMatching(/^TK1/), expect.stringMatching(/\/t\//)]);
    expect(code).not.toBe(first.code);
    expect(ticket_url).not.toBe(first.ticket_url);
  });

  test('is signed by a key that is created once, even by simultaneous first requests', async () => {
    const fresh = await openTestService();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => must(fresh.ours.get<{ keys: { x: string }[] }>('/ticket-keys'))),
    );
    expect(new Set(answers.map(({ keys: [key] }) => key?.x)).size).toBe(1);
    expect(await must(fresh.theirs.get('/ticket-keys'))).not.toEqual(answers[0]);
    await fresh.close();
  });
});

describe('two organizations', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService();
  });
  afterAll(() => service.close());

  test('do not admit each other’s tickets: 404 online, forged offline', async () => {
    const event = await service.event();
    const { ticket_ids } = await service.buy(event);
    const { code } = await must(service.ours.get<{ code: string }>(`/tickets/${ticket_ids[0]}`));
    const theirs = await service.theirs.post('/tickets/check-in', { code });
    expect(theirs).toMatchObject({
      status: 404,
      body: { error: { code: 'ticket_not_found', message: 'Ticket not found' } },
    });
    expect((await service.theirs.get(`/tickets?code=${code}`)).body.error).toMatchObject({
      status: 404,
      code: 'ticket_not_found',
    });
    const refusal = await offlineCheck();
    const { keys } = await must(service.theirs.get<{ keys: object[] }>('/ticket-keys'));
    expect(await refusal(code, { keys, eventId: event.id, tickets: new Map() })).toMatch('another organization');
    // The other organization now has a key of its own, which is the risky case.
    expect((await service.theirs.post('/tickets/check-in', { code })).body.error).toMatchObject({
      status: 404,
      code: 'ticket_not_found',
    });
    expect((await service.ours.post('/tickets/check-in', { code })).status).toBe(200);
  });

  test('never expose a private key', async () => {
    const answer = await service.ours.get<{ keys: object[] }>('/ticket-keys');
    expect(answer.body.data).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', x: expect.stringMatching(/^[\w-]{43}$/), use: 'sig' }],
    });
    const { privateKey } = await getTicketKey(
      service.db,
      service.parts.config.secretsKeys,
      service.ours.organizationId,
    );
    const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
    expect(secret).toHaveLength(32);
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(answer.text).not.toContain(secret.toString(encoding));
  });

  test('can read a code with the public key alone', async () => {
    const event = await service.event();
    const { ticket_ids } = await service.buy(event);
    const { code } = await must(service.ours.get<{ code: string }>(`/tickets/${ticket_ids[0]}`));
    const { publicKey } = await getTicketKey(service.db, service.parts.config.secretsKeys, service.ours.organizationId);
    expect(readTicketCode(code, publicKey)).toEqual({ ticketId: ticket_ids[0], eventId: event.id, revision: 1 });
  });
});
