import { buildApp, type Parts } from './app.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { createGeocoder } from './geocoding/geocoder.ts';
import { createLogger } from './logger.ts';
import { sandboxProvider } from './payments/sandbox/sandbox-provider.ts';
import { periodicTasks, startPeriodicTasks } from './periodic.ts';
import { Sender } from './webhooks/delivery/sender.ts';
import { startDeliveries } from './webhooks/delivery/start-deliveries.ts';

export interface RunningServer {
  publicUrl: string;
  /** Readiness fails, requests and tasks under way finish, connections and files are let go. */
  stop(): Promise<void>;
}

/** Our slowest answers take a second or two; the rest of the 10 s until we are killed is for closing the database. */
const FINISH_REQUESTS_WITHIN_MS = 6_000;

/**
 * Opens the database, brings it up to date, and serves. Everything that runs is started here and stopped by `stop`.
 * `prepare` runs when the address is known and before anyone is told about it.
 */
export async function startServer(
  config: Config,
  { prepare }: { prepare?: (parts: Parts) => Promise<void> } = {},
): Promise<RunningServer> {
  const db = await openDatabase(config);
  try {
    await migrate(db);
    let bound = '';
    const publicUrl = () => config.publicUrl ?? bound;
    const lifecycle = { starting: true, draining: false };
    const provider = sandboxProvider(db, publicUrl);
    const geocoder = createGeocoder({ url: config.geocoderUrl, log: createLogger(config.logLevel) });
    const parts: Parts = { config, db, clock: systemClock, geocoder, provider, lifecycle, publicUrl };
    const app = await buildApp(parts);
    await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new Error(`PORT ${config.port} on ${config.host} is taken by another program: set PORT to a free one`);
    });
    const address = app.server.address();
    bound = `http://localhost:${typeof address === 'object' && address ? address.port : config.port}`;
    await prepare?.(parts);
    lifecycle.starting = false;
    const stopTasks = startPeriodicTasks(periodicTasks({ ...parts, log: app.log }), app.log);
    const stopDeliveries = startDeliveries({
      ...parts,
      retrySeconds: config.webhookRetrySeconds,
      sender: new Sender({ allowPrivate: config.webhookAllowPrivateTargets }),
      log: app.log,
    });
    return {
      publicUrl: publicUrl(),
      async stop() {
        lifecycle.draining = true;
        // Who never sends the rest of a request, or opened a connection for nothing, cannot hold up the end.
        const cutOff = setTimeout(() => app.server.closeAllConnections(), FINISH_REQUESTS_WITHIN_MS);
        await Promise.all([app.close(), stopTasks(), stopDeliveries()]);
        clearTimeout(cutOff);
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
