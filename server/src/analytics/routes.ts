import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { eventRefusals } from '../events/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import { listEventFigures } from './queries.ts';
import { readSeries } from './read-series.ts';
import { analyticsRefusals } from './refusals.ts';
import * as schemas from './schemas.ts';

export const analyticsRoutes: FastifyPluginAsyncTypebox<{ reads: Queryable }> = async (app, { reads }) => {
  app.get(
    '/analytics/sales',
    {
      config: { access: 'read', refusals: [eventRefusals.event_not_found, fieldRefusals.fields_out_of_order] },
      schema: {
        operationId: 'getSales',
        summary: 'Read live sales figures',
        description:
          'Orders count by their time of payment, and the figures always equal the sum of these orders. `events` ' +
          'lists events with an order in the range, or exactly the one in `event_id`.',
        tags: ['Analytics'],
        querystring: schemas.SalesQuery,
        response: { 200: Data(schemas.SalesJson) },
      },
    },
    async ({ organizationId, timeZone, query }) => {
      const parts = schemas.partsOf(query, timeZone);
      const { event_id: eventId } = query;
      if (eventId !== undefined) await requireEvent(reads, organizationId, eventId);
      return { data: schemas.salesJson(await listEventFigures(reads, organizationId, { eventId, parts }), query) };
    },
  );

  app.get(
    '/analytics/series',
    {
      config: {
        access: 'read',
        refusals: [eventRefusals.event_not_found, fieldRefusals.fields_out_of_order, analyticsRefusals.too_many_points],
      },
      schema: {
        operationId: 'getSalesSeries',
        summary: 'Read sales figures by hour, day or month',
        description:
          'The points cover every calendar step of the range, without gaps, and add up to the sales of the ' +
          'range. More than 750 points are 400.',
        tags: ['Analytics'],
        querystring: schemas.SeriesQuery,
        response: { 200: Data(schemas.SeriesJson) },
      },
    },
    async ({ organizationId, timeZone, query }) => {
      const { event_id: eventId, by = 'day' } = query;
      const range = schemas.rangeFrom(query, timeZone);
      if (eventId !== undefined) await requireEvent(reads, organizationId, eventId);
      const points = await readSeries(reads, { organizationId, eventId, ...range, by, timeZone });
      return { data: { by, time_zone: timeZone, points: points.map(schemas.salesPointJson) } };
    },
  );
};
