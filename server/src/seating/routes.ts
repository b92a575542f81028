import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Sales } from '../events/places.ts';
import type { Database } from '../platform/database/database.ts';
import { Data, errors } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { notFound } from '../platform/refusals/errors.ts';
import type { Clock } from '../values/clock.ts';
import { blockSeats } from './block-seats.ts';
import { getSaleState, getSeatingPlan, listSectionStates } from './queries.ts';
import { replaceSeatingPlan } from './replace-seating-plan.ts';
import * as schemas from './schemas.ts';
import { sectionCounts } from './section-counts.ts';

type Options = { db: Database; clock: Clock; sales: Sales };

export const seatingRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock, sales }) => {
  app.get(
    '/events/:id/sections',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listSections',
        summary: 'List the sections of a seated event with live availability',
        tags: ['Seating'],
        params: IdParams,
        response: { 200: Data(schemas.SectionsJson), ...errors(400, 404) },
      },
    },
    async ({ organizationId, params }) => {
      const [sale, sections] = await Promise.all([
        getSaleState(db, organizationId, params.id),
        listSectionStates(db, organizationId, params.id),
      ]);
      if (sale.selectionMode === null) return { data: { seated: false, sections: [] } };
      const now = clock.now();
      return {
        data: {
          seated: true,
          selection_mode: sale.selectionMode,
          sections: sections.map((section) => schemas.sectionJson(sectionCounts(section, sale, now))),
        },
      };
    },
  );

  app.get(
    '/events/:id/seating-plan',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getSeatingPlan',
        summary: 'Read the seating plan of an event',
        tags: ['Seating'],
        params: IdParams,
        response: { 200: Data(schemas.SeatingPlanJson), ...errors(400, 404) },
      },
    },
    async ({ organizationId, params }) => ({
      data: schemas.seatingPlanJson(await getSeatingPlan(db, organizationId, params.id)),
    }),
  );

  app.put(
    '/events/:id/seating-plan',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'replaceSeatingPlan',
        summary: 'Make an event seated, or give it another plan while nothing is sold or held',
        tags: ['Seating'],
        params: IdParams,
        body: schemas.SeatingPlanBodySchema,
        response: { 200: Data(schemas.SeatingPlanJson), ...errors(400, 404, 409) },
      },
    },
    async ({ organizationId, caller: actor, params, body }) => {
      const replacement = { organizationId, actor, eventId: params.id, body, now: clock.now() };
      return { data: schemas.seatingPlanJson(await replaceSeatingPlan(db, sales, replacement)) };
    },
  );

  app.get(
    '/events/:id/seats',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listSeats',
        summary: 'Read which seats of an event are held, sold or blocked now',
        tags: ['Seating'],
        params: IdParams,
        querystring: schemas.SeatsQuery,
        response: { 200: Data(schemas.SeatsJson), ...errors(400, 404) },
      },
    },
    async ({ organizationId, params, query }) => {
      const wanted = query.section_id?.toLowerCase();
      const { sections } = await getSeatingPlan(db, organizationId, params.id, wanted ? [wanted] : null);
      if (sections.length === 0) throw notFound('Section');
      return { data: { sections: sections.map(schemas.sectionSeatsJson) } };
    },
  );

  for (const blocked of [true, false])
    app.post(
      `/events/:id/seats/${blocked ? 'block' : 'unblock'}`,
      {
        config: { access: 'manage' },
        schema: {
          operationId: blocked ? 'blockSeats' : 'unblockSeats',
          summary: blocked ? 'Keep seats of a row back from sale' : 'Put blocked seats of a row on sale again',
          tags: ['Seating'],
          params: IdParams,
          body: schemas.BlockBody,
          response: { 200: Data(schemas.BlockedJson), ...errors(400, 404, 409) },
        },
      },
      async ({ organizationId, caller: actor, params, body }) => {
        const block = { organizationId, actor, eventId: params.id, ...body, blocked, now: clock.now() };
        const { section, row } = await blockSeats(db, sales, block);
        return { data: schemas.blockedJson(section, row) };
      },
    );
};
