import { createApiKey } from '../server/src/api-keys/create-api-key.ts';
import { OPERATOR } from '../server/src/audit-log/actor.ts';
import { createOrganization } from '../server/src/organizations/create-organization.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { sellAtBoxOffice } from './box-office.ts';
import { visit } from './buyer.ts';
import { Confirmed } from './confirmed.ts';
import { expectConsistentWorld } from './consistency.ts';
import { Dice } from './dice.ts';
import { digestTables } from './digest.ts';
import { Fleet } from './fleet.ts';
import { History } from './history.ts';
import { Instance } from './instance.ts';
import { expectAllEnded } from './liveness.ts';
import { manage } from './organizer.ts';
import { type EventOnSale, openProgram, type Program } from './program.ts';
import { expectPromisesKept } from './promises.ts';
import { ProviderLedger } from './provider-ledger.ts';
import { interruptProvider } from './provider-outages.ts';
import { Requests } from './requests.ts';
import { seedCrypto } from './seeded-crypto.ts';
import { expectMoneyAccounted } from './settlement.ts';
import { simulatePauses } from './simulated-pauses.ts';
import { type Summary, summarize } from './summary.ts';
import type { Surroundings } from './surroundings.ts';
import { Timeline } from './timeline.ts';
import { drawTroubles, endTroubles, NO_TROUBLES, newTally } from './troubles.ts';
import { waitedFor } from './waited-for-database.ts';
import { expectFairLines } from './waiting-promises.ts';
import type { World } from './world.ts';

export interface Settings {
  seed: number;
  buyers: number;
  /** false: only sales, check-ins and refunds, as when the known seeds of sabotages were found. Default: true. */
  afterSales?: boolean;
  /** Migrated and empty. */
  db: Database;
  /** See `Timeline`: for PostgreSQL, whose statements take real time. */
  allBlocked?: (pieces: number) => Promise<boolean>;
  /** Wraps the database of the servers: a test removes a guard. */
  sabotaged?: (db: Database) => Database;
  /** Receives every line of the history as it happens. */
  print?: (line: string) => void;
}

/** Where a run ended. */
interface End {
  step: number;
  at: Date;
}

/** All checks passed. */
export interface Success extends End {
  summary: Summary;
  /** Digest of all steps and all rows: the same for the same seed. */
  digest: string;
}

export interface Failure extends End {
  /** The violation, or the error that ended the run. */
  violation: Error;
  /** The last lines. */
  history: string[];
}

const START = new Date('2027-02-01T00:00:00.000Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/**
 * Time until the last transfer has failed, its checkout has ended, the last refund was tried and the last key deleted.
 */
const AFTERMATH_MS = 6 * DAY_MS;
/**
 * How often the invariants are checked while people buy: this often, and after as many buyers at least. A check takes
 * half a second.
 */
const AUDITS = 6;
const BUYERS_BETWEEN_AUDITS = 10;

/** Runs one simulation. Violations are returned, not thrown. */
export async function simulate(settings: Settings): Promise<Success | Failure> {
  const { seed, buyers, afterSales = true, sabotaged = (same) => same, allBlocked, print } = settings;
  const dice = new Dice(seed);
  const giveBackCrypto = seedCrypto(dice);
  const timeline = new Timeline(START, dice, allBlocked);
  const giveBackPauses = simulatePauses(timeline);
  const db = allBlocked ? waitedFor(settings.db, timeline) : settings.db;
  const around = surroundings({ dice, timeline, print });
  const fleet = new Fleet(around, sabotaged(db));
  const end = () => ({ step: timeline.steps, at: timeline.clock.now() });
  try {
    const result = await timeline.run(async () => {
      const program = await openSale({ ...around, troubles: { ...NO_TROUBLES } }, db, { buyers, hasLists: afterSales });
      await fleet.start(around.troubles.instances);
      const world: World = { ...around, db, fleet, program, confirmed: new Confirmed(), afterSales };
      await live(world, buyers);
      await lookAtTheEnd(world);
      const summary = await summarize(world, { buyers, since: START });
      return { summary, digest: `${around.history.digest()} ${await digestTables(db)}` };
    });
    return { ...end(), ...result };
  } catch (error) {
    const violation = error instanceof Error ? error : new Error(String(error));
    return { ...end(), violation, history: around.history.lines };
  } finally {
    fleet.stop();
    giveBackPauses();
    giveBackCrypto();
  }
}

function surroundings({
  dice,
  timeline,
  print,
}: Pick<Surroundings, 'dice' | 'timeline'> & Pick<Settings, 'print'>): Surroundings {
  const { clock } = timeline;
  const troubles = drawTroubles(dice);
  const history = new History(clock, print ?? null);
  history.note(`troubles: ${JSON.stringify(troubles)}`);
  const provider = new ProviderLedger(dice, clock.now, (violation) => timeline.fail(violation));
  return { dice, timeline, history, troubles, tally: newTally(), provider, requests: new Requests(clock) };
}

/** On its own server, without faults. */
async function openSale(
  around: Surroundings,
  db: Database,
  sale: { buyers: number; hasLists: boolean },
): Promise<Program> {
  const { dice, timeline } = around;
  const now = timeline.clock.now();
  const organizationId = await createOrganization(db, { name: 'Simulated', now });
  const { key: apiKey } = await createApiKey(db, { organizationId, actor: OPERATOR, name: 'simulated', now });
  const instance = await Instance.start(around, { number: 0, db, providerIsDown: () => false, onDeath: () => {} });
  const program = await openProgram(instance, { dice, ...sale, now, organizationId, apiKey });
  instance.life.die();
  return program;
}

/** All buyers come and go; then the faults end and time passes. */
async function live(world: World, buyers: number) {
  const { timeline, program, troubles, fleet } = world;
  void timeline.spawn('the troublemaker', () => interruptProvider(world));
  void timeline.spawn('the watch', () => watch(world));
  const lives = program.events.flatMap((event) => [
    timeline.spawn(`the organizer of event ${event.number}`, () => manage(world, event)),
    timeline.spawn(`the box office of event ${event.number}`, () => sellAtBoxOffice(world, event)),
  ]);
  let left = 0;
  const untilAudit = Math.max(Math.ceil(buyers / AUDITS), BUYERS_BETWEEN_AUDITS);
  for (let number = 1; number <= buyers; number++) {
    const event = program.events[number % program.events.length];
    if (!event) continue;
    lives.push(
      timeline.spawn(`buyer ${number}`, async () => {
        await timeline.pause(arrival(world, event));
        await visit(world, number, event);
        if (++left % untilAudit === 0) await expectConsistentWorld(world);
      }),
    );
  }
  await Promise.all(lives);
  endTroubles(troubles);
  while (!fleet.isWhole) await timeline.pause(MINUTE_MS);
  await timeline.pause(AFTERMATH_MS);
}

/** Most arrive when the sale opens, the others until it ends, a few too late. */
function arrival({ dice, timeline }: World, { opensAtMs, rushMs, startsAtMs }: EventOnSale): number {
  const untilOpenMs = opensAtMs - timeline.clock.now().getTime();
  const saleMs = startsAtMs - opensAtMs;
  return untilOpenMs + (dice.chance(0.6) ? dice.spread(10, rushMs) : dice.next() * 1.02 * saleMs);
}

async function watch({ timeline, requests }: World) {
  for (;;) {
    await timeline.pause(10 * MINUTE_MS);
    requests.expectAnswers();
  }
}

async function lookAtTheEnd(world: World) {
  const { db, confirmed, provider } = world;
  await expectConsistentWorld(world);
  await expectPromisesKept(db, confirmed);
  await expectFairLines(db, confirmed);
  await expectAllEnded(db);
  await expectMoneyAccounted(db, provider, confirmed);
}
