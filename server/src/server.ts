import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config/config.ts';
import { createGeocoder } from './geocoding/create-geocoder.ts';
import type { Parts } from './parts.ts';
import { configuredProviders, paymentProviders } from './payments/providers.ts';
import { refundSending } from './payments/send-refunds.ts';
import { periodicTasks } from './periodic.ts';
import type { Database } from './platform/database/database.ts';
import { type BackupSocket, openBackupSocket } from './platform/database/embedded/backup-socket.ts';
import { makeDataDir } from './platform/database/embedded/data-dir.ts';
import { vacuumEmbedded } from './platform/database/embedded/vacuum-embedded.ts';
import { openFileStore } from './platform/files/open-file-store.ts';
import type { Lifecycle } from './platform/http/sockets/lifecycle.ts';
import { listen } from './platform/http/sockets/listen.ts';
import { rushOf } from './platform/lanes/rush.ts';
import { createLogger } from './platform/logging/logger.ts';
import { startTracing, stopTracing, tracedDatabase } from './platform/tracing/tracing.ts';
import { pause } from './platform/work/pause.ts';
import { startPeriodicTasks } from './platform/work/periodic-tasks.ts';
import { paymentFollowing } from './sales/payment/follow-payments.ts';
import { migrateSchema } from './schema/own-schema.ts';
import { openSecretsKeys } from './secrets/open-secrets-keys.ts';
import { letterSending } from './send-letters.ts';
import { TicketPrinter } from './tickets/documents/ticket-printer.ts';
import { ApplePush } from './tickets/wallet/apple-push.ts';
import { GoogleUpdates } from './tickets/wallet/google-updates.ts';
import { passPushing } from './tickets/wallet/push-changes.ts';
import type { WalletService } from './tickets/wallet/wallet-service.ts';
import { systemClock } from './values/clock.ts';
import { consistencyTask } from './verify/periodic-check.ts';
import { webhookDeliveries } from './webhooks/delivery/deliver-webhooks.ts';
import { hostResolver } from './webhooks/delivery/resolve-host.ts';
import { Sender } from './webhooks/delivery/sender.ts';

export interface RunningServer {
  publicUrl: string;
  /**
   * Stops the server: readiness fails, requests are answered for `drainMs` more or until `hurry`, requests and tasks in
   * progress finish, and connections and files are closed.
   */
  stop(options: { drainMs: number; hurry?: AbortSignal }): Promise<void>;
}

/**
 * The last part of draining, in which reads are refused: at one read a second or more, every load balancer without
 * health checks notices.
 */
const HAND_OVER_MS = 1_000;
/** The slowest responses take a second or two; see also `STOP_AFTER_DRAINING_MS`. */
const FINISH_REQUESTS_WITHIN_MS = 5_000;

/**
 * Migrates the database, opens the keys of its secrets, and serves. Everything that runs is started here, and stopped
 * by `stop` or when the start fails; this includes closing the database. `prepare` runs when the address is known and
 * before the server is ready.
 */
export async function startServer(
  settings: Config,
  opened: Database,
  { prepare }: { prepare: (parts: Parts, log: FastifyBaseLogger) => Promise<void> },
): Promise<RunningServer> {
  // Closed last first. A process that kept listening after a failed start would neither exit nor become ready.
  await using starting = new AsyncDisposableStack();
  starting.defer(stopTracing);
  starting.defer(() => opened.close());
  const log = createLogger(settings.logLevel);
  if (settings.tracesEndpoint)
    await startTracing({ endpoint: settings.tracesEndpoint, ratio: settings.tracesRatio, log });
  // Mails are kept there, and would fail one by one.
  if (settings.mailUrl === null && settings.role !== 'web') makeDataDir(settings.dataDir);
  const db = tracedDatabase(opened);
  await migrateSchema(db);
  const config = { ...settings, secretsKeys: await openSecretsKeys(db, settings) };
  let bound = '';
  const publicUrl = () => config.publicUrl ?? bound;
  const lifecycle: Lifecycle = { phase: 'starting' };
  const providersStopped = new AbortController();
  const providerOptions = { publicUrl, stopped: providersStopped.signal };
  const providers = paymentProviders(db, configuredProviders(db, config, providerOptions), config.paymentProvider);
  const geocoder = createGeocoder({ url: config.geocoderUrl, log });
  const files = openFileStore(config);
  const printer = new TicketPrinter(files);
  starting.defer(() => printer.close());
  const replica = await openReplica(db, config, log);
  starting.defer(async () => replica?.close());
  const parts: Parts = {
    config,
    db,
    reads: replica ?? db,
    files,
    clock: systemClock,
    geocoder,
    providers,
    printer,
    lifecycle,
    publicUrl,
  };
  let workEnded: Promise<unknown> | undefined;
  starting.defer(async () => void (await workEnded));
  const app = await buildApp(parts);
  starting.defer(() => app.close());
  const listening = await listen(app, config);
  let backups: Awaited<ReturnType<typeof openBackupSocket>> | undefined;
  starting.defer(async () => void (await Promise.all([listening.close(), backups?.close()])));
  bound = `http://localhost:${listening.port}`;
  if (db.kind === 'pglite') backups = await openBackupSocket(db, settings.dataDir, log);
  await prepare(parts, app.log);
  lifecycle.phase = 'serving';
  const stopWork = config.role === 'web' ? async () => {} : startWork(parts, app.log, backups);
  const running = starting.move();
  return {
    publicUrl: publicUrl(),
    async stop({ drainMs, hurry }) {
      workEnded = stopWork();
      // A worker gets no requests from load balancers.
      if (config.role !== 'worker') await drain(lifecycle, drainMs, hurry);
      lifecycle.phase = 'closing';
      // Clients that never finish a request, or keep an idle connection, must not delay the stop.
      const cutOff = setTimeout(() => {
        app.server.closeAllConnections();
        // Requests to payment providers are repeated by the next process.
        providersStopped.abort();
      }, FINISH_REQUESTS_WITHIN_MS);
      await running.disposeAsync();
      clearTimeout(cutOff);
    },
  };
}

/** A worker has no lists to answer. */
async function openReplica(db: Database, { role, databaseReplicaUrl: url, preparedStatements }: Config, log: Logger) {
  if (url === null || role === 'worker') return undefined;
  // It needs the driver of PostgreSQL, which is slow to load.
  const { Replica } = await import('./platform/replica/replica.ts');
  return Replica.open(db, { url, preparedStatements }, log as FastifyBaseLogger);
}

/** Bounds how long a table that has just doubled stays slow. A round without changes takes a tenth of a second. */
const VACUUM_EVERY_MS = 600_000;

/** Starts all background work. @returns stops it, and waits for work in progress */
function startWork(parts: Parts, log: FastifyBaseLogger, backups?: BackupSocket): () => Promise<unknown> {
  const { config } = parts;
  const isRush = () => rushOf(parts.db).isOn;
  const isBusy = () => isRush() || backups?.isInUse() === true;
  const vacuum = {
    name: 'vacuum the embedded database',
    everyMs: VACUUM_EVERY_MS,
    run: () => vacuumEmbedded(parts.db, { isBusy }),
  };
  const tasks = [...periodicTasks(parts), consistencyTask({ ...parts, isRush }, log), vacuum];
  const stopTasks = startPeriodicTasks(tasks, log);
  const stopLoops = [
    paymentFollowing({ ...parts, holdSeconds: config.checkoutHoldSeconds, log }),
    refundSending({ ...parts, log }),
    webhookDeliveries({
      ...parts,
      retrySeconds: config.webhookRetrySeconds,
      secretsKeys: config.secretsKeys,
      sender: new Sender({
        allowPrivate: config.webhookAllowPrivateTargets,
        resolve: hostResolver({ servers: config.webhookDnsServers }),
      }),
      log,
    }),
    letterSending(parts, log),
    ...walletServices(parts).map((service) => passPushing({ ...parts, service, log })),
  ].map((loop) => loop.start());
  return () => Promise.all([stopTasks, ...stopLoops].map((stop) => stop()));
}

/** The wallets that the operator has set up. */
const walletServices = (parts: Parts): WalletService[] => {
  const { applePasses: signing, applePushUrl: url, googleWallet: google } = parts.config;
  return [
    ...(signing ? [new ApplePush({ url, signing })] : []),
    ...(google ? [new GoogleUpdates({ ...parts, google })] : []),
  ];
};

/** Announces that this instance stops while it keeps answering: see `Lifecycle`. */
async function drain(lifecycle: Lifecycle, drainMs: number, hurry?: AbortSignal) {
  lifecycle.phase = 'leaving';
  const handOverMs = Math.min(HAND_OVER_MS, drainMs);
  await pause(drainMs - handOverMs, hurry);
  if (handOverMs > 0) lifecycle.phase = 'handing over';
  await pause(handOverMs, hurry);
}
