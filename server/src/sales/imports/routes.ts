import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { eventRefusals } from '../../events/refusals.ts';
import type { Database } from '../../platform/database/database.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { IdParams } from '../../platform/http/contract/fields.ts';
import { answerRefusals } from '../../questions/refusals.ts';
import { seatingRefusals } from '../../seating/refusals.ts';
import type { Clock } from '../../values/clock.ts';
import { saleRefusals } from '../refusals.ts';
import { importOrders, previewImport } from './import-orders.ts';
import { importRefusals } from './refusals.ts';
import { ImportJson, ImportPreviewJson, importFrom, importJson, NewImport, previewJson } from './schemas.ts';

interface Options {
  db: Database;
  clock: Clock;
  publicUrl: () => string;
}

const { rows_invalid, rows_refused, ...ofFile } = importRefusals;
const fileRefusals = [
  eventRefusals.event_not_found,
  eventRefusals.tier_not_found,
  seatingRefusals.section_not_found,
  answerRefusals.question_not_asked,
  ...Object.values(ofFile),
];

const common = { tags: ['Attendees'], params: IdParams, body: NewImport };

export const importRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock, publicUrl }) => {
  /** The `successUrl` is stored with the checkouts, which need one. No browser is sent there. */
  const asking = () => ({ successUrl: `${publicUrl()}/find`, now: clock.now() });

  app.post(
    '/events/:id/imports/preview',
    {
      config: { access: 'box_office', refusals: fileRefusals },
      schema: {
        operationId: 'previewImport',
        summary: 'Read what an import of attendees would do',
        description:
          'Says how each column is understood, and which rows would be imported. Each row is judged as by the import itself, ' +
          'with the places that are free now. Nothing is changed.',
        ...common,
        response: { 200: Data(ImportPreviewJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body }) => {
      const request = importFrom(body, { organizationId, actor, eventId: params.id, ...asking() });
      return { data: previewJson(await previewImport(db, request)) };
    },
  );

  app.post(
    '/events/:id/imports',
    {
      config: {
        access: 'box_office',
        refusals: [...fileRefusals, rows_invalid, rows_refused, saleRefusals.sale_total_changed],
      },
      schema: {
        operationId: 'importAttendees',
        summary: 'Import attendees from CSV: paid elsewhere, or given away',
        description:
          'Makes an order of each row, with its tickets, in one transaction: all rows or none. Places are taken as by ' +
          '`POST /orders`. If a row has a problem, nothing is imported, and `details` name each. ' +
          'A row whose e-mail address has a ticket of the tier is a problem, so that a file ' +
          'sent twice is imported once.',
        ...common,
        response: { 201: Data(ImportJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body }, reply) => {
      const request = importFrom(body, { organizationId, actor, eventId: params.id, ...asking() });
      const orders = await importOrders(db, request);
      reply.code(201);
      return { data: importJson(orders, request) };
    },
  );
};
