import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config/config.ts';
import { dashboardApi } from '../server/src/dashboard-api.ts';
import { createGeocoder } from '../server/src/geocoding/create-geocoder.ts';
import type { Parts } from '../server/src/parts.ts';
import { paymentProviders } from '../server/src/payments/providers.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { openFileStore } from '../server/src/platform/files/open-file-store.ts';
import { ErrorBody } from '../server/src/platform/http/contract/envelope.ts';
import type { Paths as SwaggerPaths } from '../server/src/platform/http/contract/openapi/complete-operations.ts';
import { hoistModels } from '../server/src/platform/http/contract/openapi/hoist-models.ts';
import { withStandardKeywords } from '../server/src/platform/http/contract/openapi/standard-keywords.ts';
import { TicketPrinter } from '../server/src/tickets/documents/ticket-printer.ts';
import { systemClock } from '../server/src/values/clock.ts';
import type { Paths, Shared } from './openapi-document.ts';

/** Enough to register the routes; no request is made that needs a database. */
function someParts(): Parts {
  const db = {} as Database;
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const files = openFileStore(config);
  return {
    config,
    db,
    reads: db,
    files,
    clock: systemClock,
    geocoder: createGeocoder({ url: null }),
    providers: paymentProviders(db, [], config.paymentProvider),
    printer: new TicketPrinter(files),
    lifecycle: { phase: 'serving' },
    publicUrl: () => 'http://localhost:3000',
  };
}

/** Reads the OpenAPI document from the app. This makes no database query. */
export async function readApiDocument(): Promise<string> {
  const parts = someParts();
  const app = await buildApp(parts);
  try {
    const { statusCode, body } = await app.inject('/api/v1/openapi.json');
    if (statusCode !== 200) throw new Error(`GET /openapi.json answered ${statusCode}`);
    return body;
  } finally {
    await Promise.all([app.close(), parts.printer.close()]);
  }
}

/** Describes the requests of the dashboard outside of the API, which no document is served of, from their schemas. */
export async function describeDashboardApi(): Promise<{ paths: Paths; components: Shared }> {
  const parts = someParts();
  const app = Fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, { convertConstToEnum: false, openapi: { openapi: '3.1.0' } });
  const authentication = { bySession: async () => {}, count: async () => {} };
  await app.register((dashboard) => dashboardApi(dashboard, parts, authentication));
  await app.ready();
  const { paths }: { paths: SwaggerPaths } = JSON.parse(JSON.stringify(app.swagger()));
  const { described, schemas } = hoistModels({ ...withStandardKeywords({ paths }), failure: ErrorBody });
  await Promise.all([app.close(), parts.printer.close()]);
  return { paths: described.paths as Paths, components: { schemas, parameters: {} } };
}
