import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Database } from '../database/database.ts';
import { Data, errors } from '../http/envelope.ts';
import { IdParams } from '../http/fields.ts';
import { pageFrom, pageMeta } from '../http/pagination.ts';
import { getEventTitle, listAttendees } from './queries.ts';
import { AttendeeListJson, AttendeesQuery, attendeeJson, ticketStatusOf } from './schemas.ts';

export const attendeeRoutes: FastifyPluginAsyncTypebox<{ db: Database }> = async (app, { db }) => {
  app.get(
    '/events/:id/attendees',
    {
      schema: {
        operationId: 'listAttendees',
        summary: 'List the attendees of an event in order of purchase',
        tags: ['Attendees'],
        params: IdParams,
        querystring: AttendeesQuery,
        response: { 200: Data(AttendeeListJson), ...errors(400, 404) },
      },
    },
    async ({ organizationId, params, query }) => {
      const event = await getEventTitle(db, organizationId, params.id);
      const page = pageFrom(query);
      const status = query.status && ticketStatusOf(query.status);
      const { attendees, total } = await listAttendees(db, organizationId, event.id, { status, page });
      // The contract's meta of this list has no per_page and total_pages: the response schema leaves them out.
      return { data: { event, attendees: attendees.map(attendeeJson), meta: pageMeta(page, total) } };
    },
  );
};
