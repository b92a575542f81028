import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { SESSION_COOKIE } from '../callers/session-cookie.ts';
import { withHeaders } from './openapi-headers.ts';

const description = `Open, self-hostable event ticketing. Every request under this address carries
\`Authorization: Bearer svc_live_…\`, or the cookie of somebody who is logged in to the dashboard. Success is \`{ "data": … }\`, failure \`{ "error": { "message", "status" } }\`.
Money is in Philippine pesos, times are ISO 8601. Any POST may carry an \`Idempotency-Key\`.`;

const BASE = '/api/v1';

/**
 * OpenAPI 3.1, made from the schemas that the routes validate with: it cannot say anything else than they do. `webhooks` are
 * what is sent, by name.
 */
export async function describeApi(
  app: FastifyInstance,
  { serverUrl, webhooks }: { serverUrl: () => string; webhooks: Record<string, object> },
) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Takilya', version: '1', description },
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, svc_live_…' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description:
              'Of somebody who is logged in to the dashboard; what changes something has to come from its pages.',
          },
        },
      },
      security: [{ apiKey: [] }, { session: [] }],
    },
    // Paths in the document are relative to the server address, as in the contract. Pages for people are not of the API.
    transform: ({ schema, url }) => ({
      schema: url.startsWith(BASE) ? schema : { ...schema, hide: true },
      url: url.slice(BASE.length) || '/',
    }),
    transformObject: (document) =>
      'openapiObject' in document
        ? { ...withHeaders(document.openapiObject as object), servers: [{ url: serverUrl() }], webhooks }
        : document.swaggerObject,
  });
}
