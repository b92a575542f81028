/** Writes the dashboard's types of the API anew: `npm run dashboard:types`, after a change of routes or schemas. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config/config.ts';
import { createGeocoder } from '../server/src/geocoding/create-geocoder.ts';
import { paymentProviders } from '../server/src/payments/providers.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { TicketPrinter } from '../server/src/tickets/documents/ticket-printer.ts';
import { systemClock } from '../server/src/values/clock.ts';
import { type OpenApi, openApiTypes } from './openapi-types.ts';

export const TYPES_FILE = fileURLToPath(new URL('../dashboard/src/api/schema.ts', import.meta.url));

/** What the file should be, formatted as Biome has it. */
export async function dashboardTypes(): Promise<string> {
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));
  const { stdout, stderr, status } = spawnSync(biome, ['format', `--stdin-file-path=${TYPES_FILE}`], {
    input: openApiTypes(await readDocument()),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Biome cannot format the types:\n${stderr}`);
  return stdout;
}

/** Of the app itself. Nothing is asked of the database: describing needs none. */
async function readDocument(): Promise<OpenApi> {
  const db = {} as Database;
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const printer = new TicketPrinter();
  const app = await buildApp({
    config,
    db,
    clock: systemClock,
    geocoder: createGeocoder({ url: null }),
    providers: paymentProviders(db, [], config.paymentProvider),
    printer,
    lifecycle: { phase: 'serving' },
    publicUrl: () => 'http://localhost:3000',
  });
  try {
    return (await app.inject('/api/v1/openapi.json')).json<OpenApi>();
  } finally {
    await Promise.all([app.close(), printer.close()]);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await writeFile(TYPES_FILE, await dashboardTypes());
