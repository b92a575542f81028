import { join } from 'node:path';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { numberRows } from '../databases/number-rows.ts';
import { dropConstraints, OVERSELL_CHECKS } from '../databases/sabotage.ts';
import {
  expectEveryOutcome,
  expectFairRace,
  type Outcome,
  planOf,
  RACE_PARTIES,
  RACE_SEATS,
  type RaceAnswer,
  type SeatRace,
  seatRace,
  seatsGivenTwice,
} from '../fixtures/seat-race.ts';
import { type Client, openClient } from './client.ts';
import { newInstallation } from './installation.ts';
import { repository, server, startServer } from './start-server.ts';

const RACES = 20;
/** If a control has not failed by then, it does not fail. */
const MOST_TRIES = 50;
const WITHOUT_EVENT_LOCK = new URL('without-event-lock.ts', import.meta.url).href;

async function openHall(client: Client, race: SeatRace) {
  const eventId = await client.createEvent({ capacity: RACE_SEATS });
  const event = await client.call<{ ticket_tiers: { id: string }[] }>('GET', `/events/${eventId}`);
  const sections = planOf(race, event.data.ticket_tiers[0]?.id ?? '');
  const plan = await client.call<{ sections: { id: string }[] }>('PUT', `/events/${eventId}/seating-plan`, {
    sections,
  });
  return { eventId, sectionIds: plan.data.sections.map(({ id }) => id) };
}

/** Sends all at once, alternating between the servers. */
async function run(race: SeatRace, clients: Client[]): Promise<{ eventId: string; answers: RaceAnswer[] }> {
  const [first] = clients;
  if (!first) throw new Error('no server');
  const { eventId, sectionIds } = await openHall(first, race);
  const answers = race.parties.map(async ({ section, size }, index) => {
    const fields = { section_id: sectionIds[section] };
    const { status, data } = await (clients[index % clients.length] ?? first).hold(eventId, size, fields);
    return { status, seats: data?.assigned_seats ?? [] };
  });
  return { eventId, answers: await Promise.all(answers) };
}

async function runAll(clients: Client[], races: SeatRace[]) {
  const ran: { eventId: string; race: SeatRace; answers: RaceAnswer[] }[] = [];
  for (const race of races) ran.push({ race, ...(await run(race, clients)) });
  return ran;
}

const sidesThatSeated = (answers: RaceAnswer[], sides: number) =>
  new Set(answers.flatMap(({ status }, party) => (status === 201 ? [party % sides] : [])));

test.each([
  { where: 'on the embedded database', kind: 'embedded', servers: 1 },
  { where: 'at two servers on one PostgreSQL', kind: 'postgres', servers: 2 },
] as const)(
  `${RACE_PARTIES} parties on ${RACE_SEATS} seats over HTTP, $where: no seat is sold twice, no party that fits is refused or split while a run is left`,
  async ({ where, kind, servers: count }) => {
    const { env, key, inside } = await newInstallation(kind);
    await inside((db) => numberRows(db, 'seat_claims'));
    const servers = await Promise.all(Array.from({ length: count }, () => startServer(env)));
    const clients = servers.map(({ url }) => openClient(url, key));
    const ran = await runAll(clients, fc.sample(seatRace, RACES));
    // The embedded database has one owner.
    await Promise.all(servers.map((server) => server.end('SIGTERM')));

    const outcomes = await inside(async (db) => {
      const fair: Outcome[] = [];
      for (const { eventId, race, answers } of ran) fair.push(await expectFairRace(db, eventId, race, answers));
      await expectConsistency(db);
      return fair;
    });
    const sum = expectEveryOutcome(outcomes);
    // A hall sold in one batch proves nothing: in some halls every server must have seated a part.
    const shared = ran.filter(({ answers }) => sidesThatSeated(answers, count).size === count).length;
    expect(shared).toBeGreaterThan(0);
    console.info(
      `${where}: ${sum.seated} parties seated, ${sum.split} of them apart, ${sum.turnedAway} turned away, ${shared} of ${RACES} halls filled by all`,
    );
  },
);

describe('two servers that do not lock the event', () => {
  async function openUnlocked({ index }: { index: boolean }) {
    const { env, key, inside } = await newInstallation('postgres', { spoilt: true });
    await inside(async (db) => {
      await dropConstraints(db, ...OVERSELL_CHECKS);
      if (!index) await db.query(sql`drop index seat_claims_one_live`);
    });
    const unlocked = { ...env, NODE_OPTIONS: `--import=${WITHOUT_EVENT_LOCK}` };
    // The built server has the driver in itself, where nothing reaches it.
    const fromSources = [...server.slice(0, 2), join(repository, 'server/src/main.ts')];
    const servers = await Promise.all([startServer(unlocked, fromSources), startServer(unlocked, fromSources)]);
    return { servers, clients: servers.map(({ url }) => openClient(url, key)) };
  }

  test('sell no seat twice, because of the unique index', async () => {
    const { servers, clients } = await openUnlocked({ index: true });
    for (const { answers } of await runAll(clients, fc.sample(seatRace, RACES)))
      expect(seatsGivenTwice(answers)).toEqual([]);
    for (const { output } of servers) expect(output).toContain('no event lock');
  });

  test('control: sell seats twice without the index', async () => {
    const { clients } = await openUnlocked({ index: false });
    const twice: string[] = [];
    for (let tries = 0; tries < MOST_TRIES && twice.length === 0; tries++)
      for (const { answers } of await runAll(clients, fc.sample(seatRace, { numRuns: 1, seed: tries })))
        twice.push(...seatsGivenTwice(answers));
    expect(twice).not.toEqual([]);
  });
});
