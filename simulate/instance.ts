import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config/config.ts';
import { createGeocoder } from '../server/src/geocoding/create-geocoder.ts';
import { refundSending } from '../server/src/payments/send-refunds.ts';
import { periodicTasks } from '../server/src/periodic.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { FolderStore } from '../server/src/platform/files/folder-store.ts';
import type { Task } from '../server/src/platform/work/periodic-tasks.ts';
import { paymentFollowing } from '../server/src/sales/payment/follow-payments.ts';
import { TicketPrinter } from '../server/src/tickets/documents/ticket-printer.ts';
import { doDueWork } from '../server/test/fixtures/do-due-work.ts';
import { Died, Life } from './life.ts';
import { lossyDatabase } from './lossy-database.ts';
import { lossyProvider } from './lossy-provider.ts';
import type { Surroundings } from './surroundings.ts';
import { isTrouble } from './troubles.ts';
import { Violation } from './violation.ts';

export const PUBLIC_URL = 'http://localhost:3000';
export const HOLD_SECONDS = 900;

/** A simulated server does not stop, it dies. */
const NEVER = new AbortController().signal;
/** Interval of the periodic tasks while people buy. In production it is a second, but a late task breaks nothing. */
const PACE_MS = { least: 1_000, most: 600_000 };
/** After this time without requests the tasks run less often, so that a quiet day is cheap. */
const QUIET_AFTER_MS = 600_000;
const QUIET_PACE_MS = { least: 600_000, most: 43_200_000 };
/** Refreshing statistics took a fifth of a run, and its tables are small. */
const POINTLESS = 'refresh statistics';
/** Delay of a very late run of the tasks. */
const STALL_MS = { least: 900_000, most: 5_400_000 };

interface Place {
  number: number;
  db: Database;
  providerIsDown: () => boolean;
  onDeath: () => void;
}

/** One server process: the app of production with its periodic tasks. It dies as a whole. */
export class Instance {
  readonly number: number;
  readonly life: Life;
  readonly app: Awaited<ReturnType<typeof buildApp>>;
  lastAskedMs = 0;

  private constructor(number: number, life: Life, app: Instance['app']) {
    this.number = number;
    this.life = life;
    this.app = app;
  }

  static async start(around: Surroundings, { number, db, providerIsDown, onDeath }: Place): Promise<Instance> {
    const { timeline, dice, troubles } = around;
    const life = new Life(around, onDeath);
    const provider = lossyProvider(around.provider, { life, dice, troubles, isDown: providerIsDown });
    // Nothing in the simulation uploads pictures.
    const files = new FolderStore(join(tmpdir(), 'takilya-simulation-files'));
    const simulated = lossyDatabase(db, life, troubles);
    const parts = {
      config: readConfig({
        LOG_LEVEL: 'silent',
        SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
        RATE_LIMIT_PER_MINUTE: '10000000',
        CHECKOUT_HOLD_SECONDS: String(HOLD_SECONDS),
      }),
      db: simulated,
      reads: simulated,
      clock: timeline.clock,
      geocoder: createGeocoder({ url: null }),
      providers: {
        named: () => provider,
        takesNoMoney: async () => true,
        sandboxMode: async () => 'live' as const,
        ofOrganization: async () => provider,
      },
      files,
      printer: new TicketPrinter(files),
      lifecycle: { phase: 'serving' } as const,
      publicUrl: () => PUBLIC_URL,
    };
    const app = await timeline.outside(async () => {
      const built = await buildApp(parts);
      await built.ready();
      return built;
    });
    const instance = new Instance(number, life, app);
    const log = complaining(app.log);
    const following = paymentFollowing({ ...parts, holdSeconds: HOLD_SECONDS, log });
    const refunds = refundSending({ ...parts, log });
    const tasks = [
      ...periodicTasks(parts).filter(({ name }) => name !== POINTLESS),
      { name: 'follow payments', run: () => doDueWork(following) },
      { name: 'send refunds', run: () => doDueWork(refunds) },
    ];
    for (const task of tasks)
      void timeline.spawn(`${task.name} on server ${number}`, () => instance.#repeat(around, task));
    return instance;
  }

  async #repeat({ timeline, dice, troubles, requests }: Surroundings, task: Pick<Task, 'name' | 'run'>) {
    const pace = () => {
      if (dice.chance(troubles.stall)) return STALL_MS;
      return timeline.clock.now().getTime() - this.lastAskedMs > QUIET_AFTER_MS ? QUIET_PACE_MS : PACE_MS;
    };
    for (;;) {
      const { least, most } = pace();
      await timeline.pause(dice.spread(least, most));
      if (!this.life.alive) return;
      const done = requests.start(task.name);
      try {
        await this.life.orDie(task.run(NEVER));
      } catch (error) {
        if (error instanceof Died) return;
        if (!isTrouble(error)) throw error;
      } finally {
        done();
      }
    }
  }
}

/** Periodic tasks log failures and continue. Only failures made by the simulation may occur. */
function complaining(log: FastifyBaseLogger): FastifyBaseLogger {
  const complain = (about: { err?: unknown }) => {
    if (about.err !== undefined && !isTrouble(about.err))
      throw new Violation('work failed although no fault occurred', about.err);
  };
  return Object.assign(Object.create(log), { warn: complain, error: complain });
}
