import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config/config.ts';
import { createGeocoder } from '../server/src/geocoding/create-geocoder.ts';
import { paymentProviders } from '../server/src/payments/providers.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { TicketPrinter } from '../server/src/tickets/documents/ticket-printer.ts';
import { systemClock } from '../server/src/values/clock.ts';

/** Reads the OpenAPI document from the app. This makes no database query. */
export async function readApiDocument(): Promise<string> {
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
    const { statusCode, body } = await app.inject('/api/v1/openapi.json');
    if (statusCode !== 200) throw new Error(`GET /openapi.json answered ${statusCode}`);
    return body;
  } finally {
    await Promise.all([app.close(), printer.close()]);
  }
}
