import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { expectBooksBalance } from '../books.ts';
import { type Client, openClient } from './client.ts';
import { newInstallation } from './installation.ts';
import { startServer } from './start-server.ts';

const BUYERS = 8;
/** Plenty: nobody is refused, so every failure is the crash's. */
const CAPACITY = 100_000;

/** What buyers and the door were told. A crash may lose what nobody was told, and nothing else. */
class Told {
  readonly checkouts = new Map<string, { quantity: number }>();
  readonly orders = new Set<string>();
  readonly tickets = new Set<string>();
  readonly checkIns = new Set<string>();
}

/** Buys and goes in, over and over, until the server is gone. */
async function buyUntilTheEnd(client: Client, eventId: string, told: Told): Promise<void> {
  try {
    for (let round = 0; ; round++) {
      const quantity = 1 + (round % 2);
      const { data: checkout } = await client.hold(eventId, quantity);
      told.checkouts.set(checkout.checkout_id, { quantity });
      told.orders.add(await client.pay(checkout));
      const { data } = await client.call<{ ticket_ids: string[] }>('GET', `/checkouts/${checkout.checkout_id}`);
      for (const id of data.ticket_ids) told.tickets.add(id);
      const [ticketId] = data.ticket_ids;
      const { status } = await client.call('POST', `/tickets/${ticketId}/check-in`);
      if (status === 200 && ticketId) told.checkIns.add(ticketId);
    }
  } catch (error) {
    // Cut off in the middle of something, which fetch reports as a TypeError and a cut answer as a SyntaxError.
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
  }
}

/** What was told and is not so. */
async function brokenPromises(db: Database, told: Told): Promise<string[]> {
  const orders = await db.query<{ id: string }>(sql`select id from orders`);
  const tickets = await db.query<{ id: string; status: string }>(sql`select id, status from tickets`);
  const checkouts = await db.query<{ count: number }>(sql`select count(*) from checkouts`);
  const orderIds = new Set(orders.map(({ id }) => id));
  const ticketIds = new Set(tickets.map(({ id }) => id));
  const usedIds = new Set(tickets.filter(({ status }) => status === 'used').map(({ id }) => id));
  const missing = (what: string, ids: Set<string>, stored: Set<string>) =>
    [...ids.difference(stored)].map((id) => `${what} ${id}`);
  const fewer = (checkouts[0]?.count ?? 0) < told.checkouts.size ? ['checkouts'] : [];
  return [
    ...missing('order', told.orders, orderIds),
    ...missing('ticket', told.tickets, ticketIds),
    ...missing('check-in', told.checkIns, usedIds),
    ...fewer,
  ];
}

describe.each([
  { kind: 'embedded', cycles: 6 },
  { kind: 'postgres', cycles: 4 },
] as const)('a server on the $kind database that is killed while people buy', ({ kind, cycles }) => {
  test('has kept every order, ticket and check-in that anyone was told of, and its counters are its rows', async () => {
    const { env, key, inside } = await newInstallation(kind, { spoilt: true });
    const told = new Told();
    let eventId = '';
    for (let cycle = 0; cycle < cycles; cycle++) {
      const server = await startServer(env);
      const client = openClient(server.url, key);
      eventId ||= await client.createEvent({ capacity: CAPACITY });
      const [before, buyers] = [
        told.checkIns.size,
        Array.from({ length: BUYERS }, () => buyUntilTheEnd(client, eventId, told)),
      ];
      // Not before someone went in, and then at another moment each time.
      await expect.poll(() => told.checkIns.size, { timeout: 20_000, interval: 5 }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 400));
      expect((await server.end('SIGKILL')).signal).toBe('SIGKILL');
      await Promise.all(buyers);

      await inside(async (db) => {
        expect(await brokenPromises(db, told)).toStrictEqual([]);
        await expectBooksBalance(db);
      });
    }

    const server = await startServer(env);
    const client = openClient(server.url, key);
    const sample = [...told.checkIns].slice(-20);
    for (const id of sample) {
      expect(await client.call('GET', `/tickets/${id}`)).toMatchObject({ status: 200, data: { status: 'used' } });
      expect((await client.call('POST', `/tickets/${id}/check-in`)).status).toBe(409);
    }
    expect((await client.hold(eventId)).status).toBe(201);
    expect((await server.end('SIGTERM')).code).toBe(0);

    // That this test can fail.
    await inside(async (db) => {
      const [lost] = told.checkIns;
      await db.query(sql`update tickets set status = 'valid', checked_in_at = null where id = ${lost}`);
      expect(await brokenPromises(db, told)).toStrictEqual([`check-in ${lost}`]);
      told.orders.add('never made');
      expect(await brokenPromises(db, told)).toContain('order never made');
      await db.query(sql`update ticket_tiers set sold = sold - 1`);
      await expect(expectBooksBalance(db)).rejects.toThrow('sold and held are the tickets and the holds');
    });
    console.info(
      `${kind}: ${cycles} kills; told of ${told.checkouts.size} checkouts, ${told.orders.size - 1} orders, ${told.tickets.size} tickets, ${told.checkIns.size} check-ins`,
    );
  }, 180_000);
});
