import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts';
import { newId } from '../../src/values/uuid.ts';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { createPostgresDatabase } from '../databases/test-database.ts';
import { openClient } from './client.ts';
import { newInstallation } from './installation.ts';
import { newDataDir, startServer } from './start-server.ts';

const PLACES = 50;
const BUYERS = 400;
const RUSHES = 5;

test(`${BUYERS} simultaneous buyers on two servers get exactly the ${PLACES} places of one PostgreSQL`, async () => {
  const { env, key, inside } = await newInstallation('postgres');
  const servers = await Promise.all([startServer(env), startServer(env)]);
  const [first, second] = servers.map(({ url }) => openClient(url, key));
  if (!first || !second) throw new Error('two servers');

  const wins = [0, 0];
  for (let rush = 0; rush < RUSHES; rush++) {
    const eventId = await first.createEvent({ capacity: PLACES });
    const answers = await Promise.all(
      Array.from({ length: BUYERS }, (_, buyer) => (buyer % 2 === 0 ? first : second).hold(eventId)),
    );
    const won = answers.map(({ status }) => status === 201);
    expect(won.filter(Boolean)).toHaveLength(PLACES);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(BUYERS - PLACES);
    await inside(async (db) => expect(await holds(db, eventId)).toBe(PLACES));
    for (const side of [0, 1])
      wins[side] = (wins[side] ?? 0) + won.filter((yes, buyer) => yes && buyer % 2 === side).length;
  }
  // One batch may sell a whole event. Over all events both servers must have sold a part, otherwise this proves
  // nothing.
  expect(Math.min(...wins)).toBeGreaterThan(0);
});

test('control: the same rush oversells if holds are read first and written later, without the constraints', async () => {
  const { env, key, inside } = await newInstallation('postgres', { spoilt: true });
  const server = await startServer(env);
  const eventId = await openClient(server.url, key).createEvent({ capacity: PLACES });
  const url = env.DATABASE_URL ?? '';
  const sessions = await Promise.all([openPostgres(url, { poolSize: 8 }), openPostgres(url, { poolSize: 8 })]);
  onTestFinished(async () => void (await Promise.all(sessions.map((db) => db.close()))));
  await inside(async (db) => {
    await db.query(sql`alter table events drop constraint events_never_oversold`);
    await db.query(sql`alter table ticket_tiers drop constraint ticket_tiers_never_oversold`);
    await db.query(sql`alter table ticket_tiers drop constraint ticket_tiers_waiting_list`);
  });

  const granted = await Promise.all(
    Array.from({ length: BUYERS }, (_, buyer) => holdNaively(sessions[buyer % 2] ?? sessions[0], eventId)),
  );

  expect(granted.filter(Boolean).length).toBeGreaterThan(PLACES);
  expect(await inside((db) => holds(db, eventId))).toBeGreaterThan(PLACES);
  await inside((db) =>
    expect(expectConsistency(db)).rejects.toThrow('no event and no tier has more sold, held and blocked'),
  );
});

/** The race that the service must not have: it checks for a place and takes it in another statement. */
async function holdNaively(db: Database, eventId: string): Promise<boolean> {
  const [event] = await db.query<{ free: number }>(
    sql`select capacity - sold - held as free from events where id = ${eventId}`,
  );
  if (!event || event.free < 1) return false;
  const now = new Date();
  const checkoutId = newId(now);
  await db.query(sql`
    with event as (update events set held = held + 1 where id = ${eventId}),
         tier as (update ticket_tiers set held = held + 1 where event_id = ${eventId} returning *)
    insert into checkouts (organization_id, id, event_id, quantity, subtotal_centavos, customer_name, customer_email,
      success_url, status, expires_at, created_at)
    select organization_id, ${checkoutId}, event_id, 1, price_centavos, 'Ana', 'ana@example.com', 'https://x.example',
      'open', ${new Date(now.getTime() + 900_000)}, ${now} from tier`);
  await db.query(sql`
    insert into checkout_lines (organization_id, checkout_id, position, event_id, tier_id, quantity, unit_price_centavos)
    select organization_id, ${checkoutId}, 0, event_id, id, 1, price_centavos from ticket_tiers
     where event_id = ${eventId}`);
  return true;
}

async function holds(db: Database, eventId: string): Promise<number> {
  const [row] = await db.query<{ held: number }>(
    sql`select sum(quantity) as held from checkouts where event_id = ${eventId} and status = 'open'`,
  );
  return row?.held ?? 0;
}

test('two servers that start at once on an empty PostgreSQL both start, and one of them creates the demo data', async () => {
  const url = await createPostgresDatabase({ migrated: false });
  const folders = [await newDataDir(), await newDataDir()];
  const servers = await Promise.all(
    folders.map((dataDir) => startServer({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: '1' })),
  );
  const files = await Promise.allSettled(folders.map((dataDir) => readFile(join(dataDir, 'demo.json'), 'utf8')));
  const written = files.filter((file) => file.status === 'fulfilled');
  expect(written).toHaveLength(1);

  const { organizations } = JSON.parse(written[0]?.value ?? '');
  const db = await openPostgres(url, { poolSize: 1 });
  onTestFinished(() => db.close());
  const [count] = await db.query<{ count: number }>(sql`select count(*) from organizations`);
  expect(count?.count).toBe(organizations.length);
  for (const server of servers) {
    for (const { api_key: key } of organizations) {
      expect((await openClient(server.url, key).call('GET', '/events')).status).toBe(200);
    }
  }
  await expectConsistency(db);
});
