import { buildApp, type Parts } from './app.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { createGeocoder } from './geocoding/geocoder.ts';
import { sandboxProvider } from './payments/sandbox/sandbox-provider.ts';
import { periodicTasks, startPeriodicTasks } from './periodic.ts';

export interface RunningServer {
  publicUrl: string;
  /** Readiness fails, requests and tasks under way finish, connections and files are let go. */
  stop(): Promise<void>;
}

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
    const lifecycle = { draining: false };
    const provider = sandboxProvider(db, publicUrl);
    const geocoder = createGeocoder({ url: config.geocoderUrl });
    const parts: Parts = { config, db, clock: systemClock, geocoder, provider, lifecycle, publicUrl };
    const app = await buildApp(parts);
    await app.listen({ host: config.host, port: config.port });
    const address = app.server.address();
    bound = `http://localhost:${typeof address === 'object' && address ? address.port : config.port}`;
    await prepare?.(parts);
    const stopTasks = startPeriodicTasks(periodicTasks({ ...parts, log: app.log }), app.log);
    return {
      publicUrl: publicUrl(),
      async stop() {
        lifecycle.draining = true;
        await Promise.all([app.close(), stopTasks()]);
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
