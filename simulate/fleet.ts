import type { Database } from '../server/src/platform/database/database.ts';
import { Instance } from './instance.ts';
import type { Surroundings } from './surroundings.ts';

/** Time until a crashed server is back. */
const DOWN_MS = { least: 200, most: 300_000 };

/** The servers behind a load balancer. One that crashes is restarted on the same database. */
export class Fleet {
  providerIsDown = false;
  readonly #around: Surroundings;
  readonly #db: Database;
  readonly #instances = new Set<Instance>();
  #stopped = false;

  constructor(around: Surroundings, db: Database) {
    this.#around = around;
    this.#db = db;
  }

  async start(count: number) {
    for (let number = 1; number <= count; number++) await this.#startOne(number);
  }

  async #startOne(number: number) {
    const { timeline, history, dice, tally } = this.#around;
    const instance: Instance = await Instance.start(this.#around, {
      number,
      db: this.#db,
      providerIsDown: () => this.providerIsDown,
      onDeath: () => {
        if (this.#stopped) return;
        tally.crashes++;
        history.note(`server ${number} crashed`);
        this.#instances.delete(instance);
        void timeline.spawn(`the start of server ${number}`, async () => {
          await timeline.pause(dice.spread(DOWN_MS.least, DOWN_MS.most));
          await this.#startOne(number);
        });
      },
    });
    this.#instances.add(instance);
    history.note(`server ${number} started`);
  }

  /** Stops all of them for good; open transactions are rolled back. */
  stop() {
    this.#stopped = true;
    for (const { life } of this.#instances) life.die();
  }

  /** A running server chosen by the load balancer; undefined if there is none. */
  any(): Instance | undefined {
    return this.#instances.size === 0 ? undefined : this.#around.dice.pick([...this.#instances]);
  }

  get isWhole(): boolean {
    return this.#instances.size === this.#around.troubles.instances;
  }
}
