import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { openClient } from './client.ts';
import { BUYERS, brokenPromises, buyUntilTheEnd, CAPACITY, Confirmed } from './confirmed.ts';
import { newInstallation } from './installation.ts';
import { startServer } from './start-server.ts';

/** How often the server is killed. More kills: `CRASH_CYCLES=50 npx vitest run --project once crash`. */
const cycles = (usual: number) => Math.ceil(Number(process.env.CRASH_CYCLES ?? 0) / 2) || usual;

describe.each([
  { kind: 'embedded', cycles: cycles(4) },
  { kind: 'postgres', cycles: cycles(3) },
] as const)('a server on the $kind database that is killed during an on-sale', ({ kind, cycles }) => {
  test('keeps every order, ticket and check-in that it confirmed, and its invariants hold', async () => {
    const { env, key, inside } = await newInstallation(kind, { spoilt: true });
    const confirmed = new Confirmed();
    let eventId = '';
    for (let cycle = 0; cycle < cycles; cycle++) {
      const server = await startServer(env);
      const client = openClient(server.url, key);
      eventId ||= await client.createEvent({ capacity: CAPACITY });
      const [before, buyers] = [
        confirmed.checkIns.size,
        Array.from({ length: BUYERS }, () => buyUntilTheEnd(client, eventId, confirmed)),
      ];
      // After the first check-in, at a different moment in each round.
      await expect.poll(() => confirmed.checkIns.size, { interval: 5 }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 400));
      expect((await server.end('SIGKILL')).signal).toBe('SIGKILL');
      await Promise.all(buyers);

      await inside(async (db) => {
        expect(await brokenPromises(db, confirmed)).toStrictEqual([]);
        await expectConsistency(db);
      });
    }

    const server = await startServer(env);
    const client = openClient(server.url, key);
    const sample = [...confirmed.checkIns].slice(-20);
    for (const id of sample) {
      expect(await client.call('GET', `/tickets/${id}`)).toMatchObject({ status: 200, data: { status: 'used' } });
      expect((await client.call('POST', `/tickets/${id}/check-in`)).status).toBe(409);
    }
    expect((await client.hold(eventId)).status).toBe(201);
    expect((await server.end('SIGTERM')).code).toBe(0);

    // Shows that this test can fail.
    await inside(async (db) => {
      const [lost] = confirmed.checkIns;
      await db.query(sql`update tickets set status = 'valid', checked_in_at = null where id = ${lost}`);
      expect(await brokenPromises(db, confirmed)).toStrictEqual([`check-in ${lost}`]);
      confirmed.orders.add('never made');
      expect(await brokenPromises(db, confirmed)).toContain('order never made');
      await db.query(sql`update ticket_tiers set sold = sold - 1`);
      await expect(expectConsistency(db)).rejects.toThrow('the sold and held counters of a tier');
    });
    console.info(
      `${kind}: ${cycles} kills; confirmed of ${confirmed.checkouts.size} checkouts, ${confirmed.orders.size - 1} orders, ${confirmed.tickets.size} tickets, ${confirmed.checkIns.size} check-ins`,
    );
  }, 600_000);
});
