import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { Geocoder } from '../geocoding/geocoder.ts';
import { slugRefusals } from '../organizations/refusals.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams, Uuid } from '../platform/http/contract/fields.ts';
import { described } from '../platform/http/contract/models.ts';
import { PageQuery, pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import { duplicateEvent } from '../seating/duplicate-event.ts';
import type { Clock } from '../values/clock.ts';
import { createEvent } from './create-event.ts';
import { createTier } from './create-tier.ts';
import { deleteTier } from './delete-tier.ts';
import { getEvent, listEvents } from './queries.ts';
import { eventRefusals } from './refusals.ts';
import type { Sales } from './sales.ts';
import * as schemas from './schemas.ts';
import { getSeries } from './series-queries.ts';
import * as tiers from './tier-schemas.ts';
import { updateEvent } from './update-event.ts';
import { updateTier } from './update-tier.ts';

interface EventRoutesOptions {
  db: Database;
  reads: Queryable;
  clock: Clock;
  geocoder: Geocoder;
  sales: Sales;
  publicUrl: () => string;
}

export const eventRoutes: FastifyPluginAsyncTypebox<EventRoutesOptions> = async (
  app,
  { db, reads, clock, geocoder, sales, publicUrl },
) => {
  const placeIn = (organizationSlug: string) => ({ publicUrl: publicUrl(), organizationSlug });

  app.get(
    '/events',
    {
      config: {
        access: ['read', 'door'],
        refusals: [fieldRefusals.fields_exclude_each_other, eventRefusals.series_not_found],
      },
      schema: {
        operationId: 'listEvents',
        summary: 'List events with their tiers and live sold counts',
        description:
          'Sold counts are live. The default is active events only; hidden and paused events are still on sale and ' +
          'are found with `status` or `any_status`.',
        tags: ['Events'],
        querystring: Type.Object({
          ...PageQuery(20, 50),
          status: Type.Optional(described(schemas.EventStatusSchema, 'Exact match. Default active.')),
          any_status: Type.Optional(
            Type.Boolean({ description: 'true: every status, completed and cancelled last. Not with status.' }),
          ),
          series_id: Type.Optional(Uuid('Only the dates of this series.')),
        }),
        response: { 200: Data(schemas.EventListJson) },
      },
    },
    async ({ organizationId, organizationSlug, query }) => {
      const { status, any_status: anyStatus, series_id: seriesId } = query;
      if (anyStatus && status) throw fieldRefusals.fields_exclude_each_other({ field: 'any_status', other: 'status' });
      const page = pageFrom(query);
      if (seriesId) await getSeries(reads, organizationId, seriesId);
      const which = { status: anyStatus ? null : (status ?? 'active'), seriesId };
      const { events, total } = await listEvents(reads, organizationId, which, page);
      const place = placeIn(organizationSlug);
      const listed = events.map((event) => schemas.eventListItemJson(event, place));
      return { data: { events: listed, meta: pageMeta(page, total) } };
    },
  );

  app.post(
    '/events',
    {
      config: {
        access: 'manage',
        refusals: [fieldRefusals.fields_out_of_order, eventRefusals.coordinates_incomplete, slugRefusals.slug_taken],
      },
      schema: {
        operationId: 'createEvent',
        summary: 'Create an event in draft status',
        description:
          'The draft has one General Admission tier, as large as `capacity`, at `ticket_price`. Coordinates that ' +
          'are not sent are looked up; the request succeeds even if none are found.',
        tags: ['Events'],
        body: schemas.NewEvent,
        response: { 201: Data(schemas.EventJson) },
      },
    },
    async ({ organizationId, organizationSlug, caller: actor, timeZone, body }, reply) => {
      const fields = schemas.newEventFieldsFrom(body, { timeZone, publicUrl: publicUrl() });
      const event = await createEvent(db, geocoder, { organizationId, actor, fields, now: clock.now() });
      reply.code(201);
      return { data: schemas.eventJson(event, placeIn(organizationSlug)) };
    },
  );

  app.get(
    '/events/:id',
    {
      config: { access: ['read', 'door'], refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'getEvent',
        summary: 'Read one event with everything about it',
        description:
          '`available` of each tier includes places that other buyers hold: it is a snapshot, not a reservation.',
        tags: ['Events'],
        params: IdParams,
        response: { 200: Data(schemas.EventJson) },
      },
    },
    async ({ organizationId, organizationSlug, params }) => ({
      data: schemas.eventJson(await getEvent(db, organizationId, params.id), placeIn(organizationSlug)),
    }),
  );

  app.put(
    '/events/:id',
    {
      config: {
        access: 'manage',
        refusals: [
          eventRefusals.event_not_found,
          fieldRefusals.fields_out_of_order,
          eventRefusals.coordinates_incomplete,
          eventRefusals.invalid_status_change,
          eventRefusals.capacity_set_by_seats,
          eventRefusals.capacity_too_small,
          eventRefusals.no_tier_to_price,
          eventRefusals.price_below_minimum,
          ...Object.values(slugRefusals),
          eventRefusals.place_changed_meanwhile,
        ],
      },
      schema: {
        operationId: 'updateEvent',
        summary: 'Change the fields that are sent; status active publishes',
        description:
          'The whole change is applied or none of it. An impossible status change, or a capacity below the sold ' +
          'and held places, is 409. Cancelling ends every hold, cancels the valid tickets and refunds them.',
        tags: ['Events'],
        params: IdParams,
        body: schemas.EventChanges,
        response: { 200: Data(schemas.EventJson) },
      },
    },
    async ({ organizationId, organizationSlug, caller: actor, timeZone, params, body }) => {
      const fields = schemas.eventFieldsFrom(body, { timeZone, publicUrl: publicUrl() });
      const update = { organizationId, actor, eventId: params.id, fields, now: clock.now(), clock };
      const event = await updateEvent(db, geocoder, sales, update);
      return { data: schemas.eventJson(event, placeIn(organizationSlug)) };
    },
  );

  app.post(
    '/events/:id/duplicate',
    {
      config: { access: 'manage', refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'duplicateEvent',
        summary: 'Create a draft copy of an event, with its tiers, questions and seats',
        description:
          'Copies texts, times, place, tiers, questions and the seating plan with its blocked seats. Sales, holds and ' +
          'promo codes are not copied.',
        tags: ['Events'],
        params: IdParams,
        response: { 201: Data(schemas.EventJson) },
      },
    },
    async ({ organizationId, organizationSlug, caller: actor, params }, reply) => {
      const id = await duplicateEvent(db, { organizationId, actor, eventId: params.id, now: clock.now() });
      reply.code(201);
      return { data: schemas.eventJson(await getEvent(db, organizationId, id), placeIn(organizationSlug)) };
    },
  );

  app.post(
    '/events/:id/tiers',
    {
      config: {
        access: 'manage',
        refusals: [
          eventRefusals.event_not_found,
          eventRefusals.followed_tier_not_found,
          fieldRefusals.fields_out_of_order,
          eventRefusals.minimum_of_fixed_price,
          eventRefusals.price_below_minimum,
        ],
      },
      schema: {
        operationId: 'createTier',
        summary: 'Add a ticket tier',
        description:
          'The other tiers keep their sizes, and all tiers together never sell more than the capacity. On a seated ' +
          'event the tier sells nothing until the seating plan uses it.',
        tags: ['Tiers'],
        params: IdParams,
        body: tiers.NewTier,
        response: { 201: Data(tiers.TierWithAvailableJson) },
      },
    },
    async ({ organizationId, caller: actor, timeZone, params, body }, reply) => {
      const fields = tiers.newTierFieldsFrom(body, timeZone);
      const tier = await createTier(db, { organizationId, actor, eventId: params.id, fields, now: clock.now() });
      reply.code(201);
      return { data: tiers.tierWithAvailableJson(tier) };
    },
  );

  app.put(
    '/tiers/:id',
    {
      config: {
        access: 'manage',
        refusals: [
          eventRefusals.tier_not_found,
          fieldRefusals.fields_out_of_order,
          eventRefusals.minimum_of_fixed_price,
          eventRefusals.price_below_minimum,
          eventRefusals.admission_fixed,
          eventRefusals.followed_tier_not_found,
          eventRefusals.tiers_follow_in_circle,
          eventRefusals.quantity_set_by_seats,
          eventRefusals.quantity_too_small,
        ],
      },
      schema: {
        operationId: 'updateTier',
        summary: 'Change the fields of a tier that are sent',
        description:
          'A new price applies to later purchases. A size below the sold and held places is 409; on a seated ' +
          'event any other size is 409.',
        tags: ['Tiers'],
        params: IdParams,
        body: tiers.TierChanges,
        response: { 200: Data(tiers.TierWithAvailableJson) },
      },
    },
    async ({ organizationId, caller: actor, timeZone, params, body }) => {
      const fields = tiers.tierFieldsFrom(body, timeZone);
      const tier = await updateTier(db, sales, { organizationId, actor, tierId: params.id, fields, now: clock.now() });
      return { data: tiers.tierWithAvailableJson(tier) };
    },
  );

  app.delete(
    '/tiers/:id',
    {
      config: {
        access: 'manage',
        refusals: [
          eventRefusals.tier_not_found,
          eventRefusals.tier_in_seating_plan,
          eventRefusals.tier_followed,
          eventRefusals.tier_opened_by_code,
          eventRefusals.tier_in_use,
        ],
      },
      schema: {
        operationId: 'deleteTier',
        summary: 'Delete a tier that never sold or held a place',
        description:
          'A tier that a checkout or a ticket refers to cannot be deleted: 409. If a buyer takes the tier at the ' +
          'same time, one of the two wins.',
        tags: ['Tiers'],
        params: IdParams,
        response: { 204: Type.Null({ description: 'Deleted.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await deleteTier(db, sales, { organizationId, actor, tierId: params.id, now: clock.now() });
      return reply.code(204).send(null);
    },
  );
};
