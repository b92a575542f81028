import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { listOverdueSeats } from '../checkouts/hold-queries.ts';
import { readSections } from '../checkouts/read-sections.ts';
import { eventRefusals } from '../events/refusals.ts';
import type { Sales } from '../events/sales.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { listKeptSeats } from '../sales/reservations/queries.ts';
import type { Clock } from '../values/clock.ts';
import { blockSeats } from './block-seats.ts';
import { getSeatingPlan } from './queries.ts';
import { planRefusals, seatingRefusals } from './refusals.ts';
import { replaceSeatingPlan } from './replace-seating-plan.ts';
import * as schemas from './schemas.ts';
import { withFreeSeats } from './seating-plan.ts';

type Options = { db: Database; clock: Clock; sales: Sales };

export const seatingRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock, sales }) => {
  app.get(
    '/events/:id/sections',
    {
      config: { access: 'read', refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'listSections',
        summary: 'List the sections of a seated event with live availability',
        description:
          'Call it before a checkout to choose a `section_id`. A general admission event answers `seated` false ' +
          'and no sections. Counts are a snapshot and include seats that other buyers hold.',
        tags: ['Seating'],
        params: IdParams,
        response: { 200: Data(schemas.SectionsJson) },
      },
    },
    async ({ organizationId, params }) => {
      const { sale, sections } = await readSections(db, organizationId, params.id, clock.now());
      if (sale.selectionMode === null) return { data: { seated: false, sections: [] } };
      return {
        data: { seated: true, selection_mode: sale.selectionMode, sections: sections.map(schemas.sectionJson) },
      };
    },
  );

  app.get(
    '/events/:id/seating-plan',
    {
      config: { access: 'read', refusals: [eventRefusals.event_not_found, seatingRefusals.seating_plan_not_found] },
      schema: {
        operationId: 'getSeatingPlan',
        summary: 'Read the seating plan of an event',
        description: 'The answer can be sent back with PUT. An event without a plan is 404.',
        tags: ['Seating'],
        params: IdParams,
        response: { 200: Data(schemas.SeatingPlanJson) },
      },
    },
    async ({ organizationId, params }) => ({
      data: schemas.seatingPlanJson(await getSeatingPlan(db, organizationId, params.id)),
    }),
  );

  app.put(
    '/events/:id/seating-plan',
    {
      config: {
        access: 'manage',
        refusals: [eventRefusals.event_not_found, seatingRefusals.seating_plan_in_use, ...Object.values(planRefusals)],
      },
      schema: {
        operationId: 'replaceSeatingPlan',
        summary: 'Make an event seated, or replace its plan while nothing is sold or held',
        description:
          'The capacity becomes the number of seats, and the size of each tier the number of seats it prices. A ' +
          'section keeps its id while it keeps its label. Once anything is sold or held only `selection_mode` can ' +
          'change; another plan is 409.',
        tags: ['Seating'],
        params: IdParams,
        body: schemas.SeatingPlanBodySchema,
        response: { 200: Data(schemas.SeatingPlanJson) },
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
      config: {
        access: 'read',
        refusals: [
          eventRefusals.event_not_found,
          seatingRefusals.seating_plan_not_found,
          seatingRefusals.section_not_found,
        ],
      },
      schema: {
        operationId: 'listSeats',
        summary: 'Read the seats of an event and which of them are held, sold or blocked now',
        description:
          'A snapshot: sales continue while it is read. Where buyers choose, `seat_ids` of a checkout takes the ids. An ' +
          'id is stable while its event and the labels of section, row and seat stay.',
        tags: ['Seating'],
        params: IdParams,
        querystring: schemas.SeatsQuery,
        response: { 200: Data(schemas.SeatsJson) },
      },
    },
    async ({ organizationId, caller, params, query }) => {
      const { section_id: wanted } = query;
      const { sections } = await getSeatingPlan(db, organizationId, params.id, wanted ? [wanted] : null);
      if (sections.length === 0) throw seatingRefusals.section_not_found();
      // After the plan: what is overdue now was not held anew before the plan was read.
      const now = clock.now();
      const [overdue, kept] = await Promise.all([
        listOverdueSeats(db, organizationId, params.id, now),
        caller.access.has('box_office') ? listKeptSeats(db, organizationId, params.id, now) : null,
      ]);
      const keptFor = kept && new Map(kept.map(({ rowId, place, name }) => [schemas.placeName(rowId, place), name]));
      const shown = withFreeSeats(sections, overdue);
      return { data: { sections: shown.map((section) => schemas.sectionSeatsJson(params.id, section, keptFor)) } };
    },
  );

  for (const blocked of [true, false])
    app.post(
      `/events/:id/seats/${blocked ? 'block' : 'unblock'}`,
      {
        config: {
          access: 'manage',
          refusals: [
            eventRefusals.event_not_found,
            seatingRefusals.seating_plan_not_found,
            seatingRefusals.section_not_found,
            seatingRefusals.row_not_found,
            seatingRefusals.seat_not_found,
            seatingRefusals.seats_taken,
          ],
        },
        schema: {
          operationId: blocked ? 'blockSeats' : 'unblockSeats',
          summary: blocked ? 'Keep seats of a row back from sale' : 'Put blocked seats of a row on sale again',
          description: blocked
            ? 'All of the seats are blocked or none; a seat that is sold or held is 409. Blocked seats stay part of ' +
              'the capacity, and blocking the last free seats sells the event out.'
            : 'All of the seats are unblocked or none. Seats that are not blocked stay as they are.',
          tags: ['Seating'],
          params: IdParams,
          body: schemas.BlockBody,
          response: { 200: Data(schemas.BlockedJson) },
        },
      },
      async ({ organizationId, caller: actor, params, body }) => {
        const block = { organizationId, actor, eventId: params.id, ...body, blocked, now: clock.now() };
        const { section, row } = await blockSeats(db, sales, block);
        return { data: schemas.blockedJson(section, row) };
      },
    );
};
