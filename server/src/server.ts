import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config/config.ts';
import { createGeocoder } from './geocoding/create-geocoder.ts';
import { composeLetter } from './letters/compose.ts';
import { openTransport } from './mail/sending/open-transport.ts';
import { mailSending } from './mail/sending/send-mails.ts';
import type { Parts } from './parts.ts';
import { configuredProviders, paymentProviders } from './payments/providers.ts';
import { refundSending } from './payments/send-refunds.ts';
import { periodicTasks } from './periodic.ts';
import type { Database } from './platform/database/database.ts';
import { vacuumEmbedded } from './platform/database/embedded/vacuum-embedded.ts';
import type { Lifecycle } from './platform/http/sockets/lifecycle.ts';
import { listen } from './platform/http/sockets/listen.ts';
import { rushOf } from './platform/lanes/rush.ts';
import { createLogger } from './platform/logging/logger.ts';
import { startTracing, tracedDatabase } from './platform/tracing/tracing.ts';
import { pause } from './platform/work/pause.ts';
import { startPeriodicTasks } from './platform/work/periodic-tasks.ts';
import { migrateSchema } from './schema/own-schema.ts';
import { TicketPrinter } from './tickets/documents/ticket-printer.ts';
import { systemClock } from './values/clock.ts';
import { watchBooks } from './verify/watch-books.ts';
import { webhookDeliveries } from './webhooks/delivery/deliver-webhooks.ts';
import { Sender } from './webhooks/delivery/sender.ts';

export interface RunningServer {
  publicUrl: string;
  /**
   * Readiness fails, requests are answered for `drainMs` more, those under way and tasks finish, connections and files are
   * let go.
   */
  stop(options: { drainMs: number }): Promise<void>;
}

/** The last part of draining: at one read a second or more, a load balancer that never looks has been told by then. */
const HAND_OVER_MS = 1_000;
/** Our slowest answers take a second or two; see also `STOP_AFTER_DRAINING_MS`. */
const FINISH_REQUESTS_WITHIN_MS = 5_000;

/**
 * Brings the database up to date, and serves. Everything that runs is started here and stopped by `stop`, or when the start
 * fails; the database is closed with it.
 * `prepare` runs when the address is known and before anyone is told about it.
 */
export async function startServer(
  config: Config,
  opened: Database,
  { prepare }: { prepare: (parts: Parts) => Promise<void> },
): Promise<RunningServer> {
  const log = createLogger(config.logLevel);
  /** Of what was opened beside the database. */
  let close: () => Promise<unknown> = async () => {};
  try {
    const stopTracing = config.tracesEndpoint
      ? await startTracing({ endpoint: config.tracesEndpoint, ratio: config.tracesRatio, log })
      : async () => {};
    const db = tracedDatabase(opened);
    await migrateSchema(db);
    let bound = '';
    const publicUrl = () => config.publicUrl ?? bound;
    const lifecycle: Lifecycle = { phase: 'starting' };
    const providersStopped = new AbortController();
    const line = { publicUrl, stopped: providersStopped.signal };
    const providers = paymentProviders(db, configuredProviders(db, config, line), config.paymentProvider);
    const geocoder = createGeocoder({ url: config.geocoderUrl, log });
    const printer = new TicketPrinter();
    const parts: Parts = { config, db, clock: systemClock, geocoder, providers, printer, lifecycle, publicUrl };
    const app = await buildApp(parts);
    close = () => app.close();
    const listening = await listen(app, config);
    close = listening.close;
    bound = `http://localhost:${listening.port}`;
    await prepare(parts);
    lifecycle.phase = 'serving';
    const stopWork = config.role === 'web' ? async () => {} : startWork(parts, app.log);
    return {
      publicUrl: publicUrl(),
      async stop({ drainMs }) {
        const workEnded = stopWork();
        // Nobody sends requests to a worker.
        if (config.role !== 'worker') await drain(lifecycle, drainMs);
        lifecycle.phase = 'closing';
        // Who never sends the rest of a request, or opened a connection for nothing, cannot hold up the end.
        const cutOff = setTimeout(() => {
          app.server.closeAllConnections();
          // What was asked of a provider is asked again by whoever starts next.
          providersStopped.abort();
        }, FINISH_REQUESTS_WITHIN_MS);
        await Promise.all([listening.close(), workEnded]);
        clearTimeout(cutOff);
        await Promise.all([printer.close(), db.close(), stopTracing()]);
      },
    };
  } catch (error) {
    // A program that goes on listening neither ends nor is ever ready.
    await close();
    await opened.close();
    throw error;
  }
}

/** A table that just doubled is not walked row by row for long; of tables at rest it is a tenth of a second. */
const VACUUM_EVERY_MS = 600_000;

/** What runs beside the requests. @returns stops it, and waits for what is under way */
function startWork(parts: Parts, log: FastifyBaseLogger): () => Promise<unknown> {
  const { config } = parts;
  const isRush = () => rushOf(parts.db).isOn;
  const vacuum = {
    name: 'vacuum the embedded database',
    everyMs: VACUUM_EVERY_MS,
    run: () => vacuumEmbedded(parts.db, { isRush }),
  };
  const tasks = [...periodicTasks({ ...parts, log }), watchBooks({ ...parts, isRush }, log), vacuum];
  const stopTasks = startPeriodicTasks(tasks, log);
  const stopLoops = [
    refundSending({ ...parts, log }),
    webhookDeliveries({
      ...parts,
      retrySeconds: config.webhookRetrySeconds,
      sender: new Sender({ allowPrivate: config.webhookAllowPrivateTargets }),
      log,
    }),
    mailSending({
      ...parts,
      transport: openTransport(config),
      compose: (mail) => composeLetter(parts, mail),
      isRush,
      log,
    }),
  ].map((loop) => loop.start());
  return () => Promise.all([stopTasks, ...stopLoops].map((stop) => stop()));
}

/** Lets the world see that this instance leaves, while it goes on answering: see `Lifecycle`. */
async function drain(lifecycle: Lifecycle, drainMs: number) {
  lifecycle.phase = 'leaving';
  const handOverMs = Math.min(HAND_OVER_MS, drainMs);
  await pause(drainMs - handOverMs);
  if (handOverMs > 0) lifecycle.phase = 'handing over';
  await pause(handOverMs);
}
