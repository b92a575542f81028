import type { FastifyBaseLogger } from 'fastify';
import { type Database, DatabaseUnavailable, type Queryable, type Statement } from '../database/database.ts';
import { replicaLag, replicaReads, replicaUsed } from '../metrics/service-metrics.ts';
import { pause } from '../work/pause.ts';
import { askTogether } from './ask-together.ts';
import { type Connections, connect, type ReplicaLocation, WrongReplica } from './connect.ts';
import { readReplayed, readWritten } from './position-queries.ts';

/**
 * How long a read waits for the replica to have what the primary had when the read came. Within a data center that
 * takes a few milliseconds; the primary answers most reads sooner than this.
 */
const MAX_WAIT_MS = 100;
/** Between checks; the longest time that a dead replica is not known to be dead. */
const CHECK_EVERY_MS = 1_000;

const BEHIND = 'it is behind the primary';
/** As after a restore of the primary to a moment of the past: the positions of both no longer mean the same. */
const OTHER_HISTORY = 'it has changes that the primary does not have: it follows another server';

/** A standby cancels a read whose rows it has to remove, and one that it deadlocks with. */
const CONFLICT_WITH_REPLAY = new Set(['40001', '40P01']);
const STATEMENT_TOO_SLOW = '57014';

/**
 * Runs reads on a standby, with the primary's answer: a read first asks the primary how far its log is written, and
 * goes to the standby only when it has carried out as much. So no read is older than its request, whichever instance
 * wrote before it. A read that the standby cannot answer goes to the primary, and while the standby is behind or away
 * all do, without waiting for it.
 */
export class Replica implements Queryable {
  readonly store: object;
  readonly #primary: Database;
  readonly #location: ReplicaLocation;
  readonly #log: FastifyBaseLogger;
  /** Null when the replica follows another server. */
  readonly #written: () => Promise<number | null>;
  readonly #stopped = new AbortController();
  readonly #unanswered = new Set<(error: Error) => void>();
  #watching = Promise.resolve();
  #connections: Connections | null = null;
  #isUsed = false;
  /** Whether the log says that it is not used. */
  #isKnownUnused = false;
  #replayed = 0;
  #asking: Promise<void> | null = null;
  /** What it has not reached yet, since when. */
  #missing: { position: number; sinceMs: number } | null = null;

  /** @throws WrongReplica; a replica that cannot be reached now is used once it can be */
  static async open(primary: Database, location: ReplicaLocation, log: FastifyBaseLogger): Promise<Replica> {
    const replica = new Replica(primary, location, log);
    await replica.#check().catch((error) => {
      if (error instanceof WrongReplica) throw error;
      replica.#abandon(error);
    });
    replica.#watching = replica.#watch();
    return replica;
  }

  private constructor(primary: Database, location: ReplicaLocation, log: FastifyBaseLogger) {
    this.#primary = primary;
    this.store = primary.store;
    this.#location = location;
    this.#log = log;
    this.#written = askTogether(() => this.#readWritten());
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    const connections = await this.#current();
    if (connections)
      try {
        const rows = await this.#answered(connections.reads.query<Row>(statement));
        replicaReads.inc({ result: 'replica' });
        return rows;
      } catch (error) {
        if (!isOfReplica(error)) throw error;
      }
    replicaReads.inc({ result: 'primary' });
    return this.#primary.query<Row>(statement);
  }

  async runScript(): Promise<void> {
    throw new Error('a script on the handle for reads: use the database itself');
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#watching;
    const { reads, watch } = this.#connections ?? {};
    this.#connections = null;
    await Promise.all([reads?.close(), watch?.close()]);
  }

  /** @returns null when the primary is to answer */
  async #current(): Promise<Connections | null> {
    if (!this.#isUsed) return null;
    // A read fails where the primary does not answer: nothing else knows how old it may be.
    const position = await this.#written();
    try {
      if (position === null) throw new Error(OTHER_HISTORY);
      if (await this.#reaches(position)) return this.#connections;
      this.#stopUsing(BEHIND);
    } catch (error) {
      this.#abandon(error);
    }
    return null;
  }

  async #watch() {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await pause(CHECK_EVERY_MS, signal);
      if (!signal.aborted) await this.#check().catch((error) => this.#abandon(error));
    }
  }

  /** Used again after one check that it passes at once. */
  async #check() {
    this.#connections ??= await connect(this.#primary, this.#location);
    const connections = this.#connections;
    await this.#askReplayed();
    const position = await this.#written().catch(() => undefined);
    // The primary is away, which requests find out by themselves.
    if (position === undefined) return;
    if (position === null) throw new Error(OTHER_HISTORY);
    const wasMissing = this.#missing;
    const { sinceMs, ...target } = wasMissing ?? { position, sinceMs: performance.now() };
    const isThere = await this.#reaches(target.position);
    replicaLag.set((performance.now() - sinceMs) / 1_000);
    this.#missing = isThere ? null : { ...target, sinceMs };
    if (!isThere) this.#stopUsing(BEHIND);
    else if (!wasMissing && this.#connections === connections) this.#use();
  }

  async #readWritten(): Promise<number | null> {
    const replayed = this.#replayed;
    const written = await readWritten(this.#primary);
    return written < replayed ? null : written;
  }

  async #reaches(position: number): Promise<boolean> {
    const giveUpAtMs = performance.now() + MAX_WAIT_MS;
    for (let waitMs = 1; this.#replayed < position; waitMs *= 2) {
      const leftMs = giveUpAtMs - performance.now();
      if (leftMs <= 0) return false;
      // It may not answer at all.
      await Promise.race([this.#askReplayed(), pause(leftMs)]);
      if (this.#replayed < position) await pause(Math.min(waitMs, leftMs));
    }
    return true;
  }

  /** A question that is under way serves later callers as well: what was reached stays reached. */
  #askReplayed(): Promise<void> {
    this.#asking ??= this.#readReplayed();
    return this.#asking;
  }

  async #readReplayed() {
    const connections = this.#connections;
    if (!connections) throw new DatabaseUnavailable('not connected');
    const replayed = await readReplayed(connections.watch);
    // The answer of a server that was given up meanwhile says nothing of the next.
    if (this.#connections !== connections) return;
    if (replayed === null) throw new Error('it is no standby: DATABASE_REPLICA_URL must name one');
    this.#replayed = replayed;
    this.#asking = null;
  }

  /** The answer of the replica, unless it is given up before. */
  #answered<T>(answer: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#unanswered.add(reject);
    answer.then(resolve, reject).finally(() => this.#unanswered.delete(reject));
    return promise;
  }

  #use() {
    if (!this.#isUsed) this.#log.info('lists are read from the replica');
    this.#isUsed = true;
    this.#isKnownUnused = false;
    replicaUsed.set(1);
  }

  #stopUsing(reason: string) {
    // Its further troubles are no news: it is checked every second.
    this.#log[this.#isKnownUnused ? 'debug' : 'warn'](
      { reason },
      'the replica is not used: lists are read from the primary',
    );
    this.#isUsed = false;
    this.#isKnownUnused = true;
    replicaUsed.set(0);
  }

  /** It does not answer, or is not what it was: its reads go to the primary, and the next check connects anew. */
  #abandon(error: unknown) {
    this.#stopUsing(error instanceof Error ? error.message : String(error));
    const { reads, watch } = this.#connections ?? {};
    this.#connections = null;
    this.#asking = null;
    this.#replayed = 0;
    this.#missing = null;
    const closed = new DatabaseUnavailable('the replica was given up');
    for (const giveUp of this.#unanswered) giveUp(closed);
    for (const db of [reads, watch]) db?.close().catch(() => {});
  }
}

/** The primary may answer what the replica could not. A statement that took too long there would take as long here. */
function isOfReplica(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  if (error instanceof DatabaseUnavailable) return cause?.code !== STATEMENT_TOO_SLOW;
  return CONFLICT_WITH_REPLAY.has(code ?? '');
}
