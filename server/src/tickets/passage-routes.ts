import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import type { Clock } from '../values/clock.ts';
import { readPassages } from './read-passages.ts';
import { ticketRefusals } from './refusals.ts';
import * as schemas from './schemas.ts';
import { undoPassage } from './undo-passage.ts';

export const passageRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (app, { db, clock }) => {
  app.get(
    '/tickets/:id/passages',
    {
      config: { access: ['read', 'door'], refusals: [ticketRefusals.ticket_not_found] },
      schema: {
        operationId: 'listPassages',
        summary: 'Read where and when a ticket passed, and at which door',
        description:
          'Its check-in at the gate, then its passages: at check-in lists, and out of the gate and in again. Newest ' +
          'first; at most 1,000.',
        tags: ['Tickets'],
        params: IdParams,
        response: { 200: Data(schemas.TicketPassagesJson) },
      },
    },
    async ({ organizationId, caller, params }) => ({
      data: schemas.ticketPassagesJson(await readPassages(db, organizationId, params.id, caller)),
    }),
  );

  app.post(
    '/passages/:id/undo',
    {
      config: {
        access: ['door', 'event_door'],
        refusals: [ticketRefusals.passage_not_found, ticketRefusals.passage_not_last],
      },
      schema: {
        operationId: 'undoPassage',
        summary: 'Undo the last passage of a ticket at a place',
        description:
          'As if it had not been scanned. Of two concurrent calls one succeeds. A passage that was undone, or after ' +
          'which the ticket passed there again, is 409.',
        tags: ['Tickets'],
        params: IdParams,
        response: { 200: Data(schemas.TicketPassagesJson) },
      },
    },
    async ({ organizationId, caller: actor, params }) => {
      const undo = { organizationId, actor, only: actor, passageId: params.id, now: clock.now() };
      const { ticketId } = await undoPassage(db, undo);
      return { data: schemas.ticketPassagesJson(await readPassages(db, organizationId, ticketId, actor)) };
    },
  );
};
