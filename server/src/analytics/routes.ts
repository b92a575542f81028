import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Database } from '../database/database.ts';
import { requireEvent } from '../events/require-event.ts';
import { Data, errors } from '../http/envelope.ts';
import { listEventFigures } from './queries.ts';
import { partsOf, SalesJson, SalesQuery, salesJson } from './schemas.ts';

export const analyticsRoutes: FastifyPluginAsyncTypebox<{ db: Database }> = async (app, { db }) => {
  app.get(
    '/analytics/sales',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getSales',
        summary: 'Read what was sold, exact at this instant',
        tags: ['Analytics'],
        querystring: SalesQuery,
        response: { 200: Data(SalesJson), ...errors(400, 404) },
      },
    },
    async ({ organizationId, timeZone, query }) => {
      const parts = partsOf(query, timeZone);
      const { event_id: eventId } = query;
      if (eventId !== undefined) await requireEvent(db, organizationId, eventId);
      return { data: salesJson(await listEventFigures(db, organizationId, { eventId, parts }), query) };
    },
  );
};
