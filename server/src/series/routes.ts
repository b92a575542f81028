import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { getEvent } from '../events/queries.ts';
import { eventRefusals } from '../events/refusals.ts';
import type { Sales } from '../events/sales.ts';
import { EventJson, eventJson } from '../events/schemas.ts';
import { getSeries } from '../events/series-queries.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { PageQuery, pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import type { Clock } from '../values/clock.ts';
import { seriesPath } from '../values/slug.ts';
import { addDates } from './add-dates.ts';
import { moveToSeries } from './move-to-series.ts';
import { newStarts, timesOf } from './new-dates.ts';
import { listSeries } from './queries.ts';
import { seriesRefusals } from './refusals.ts';
import * as schemas from './schemas.ts';
import { updateSeries } from './update-series.ts';

interface SeriesRoutesOptions {
  db: Database;
  clock: Clock;
  geocoder: Geocoder;
  sales: Sales;
  publicUrl: () => string;
}

const ofNewDates = [
  eventRefusals.event_not_found,
  fieldRefusals.fields_exclude_each_other,
  fieldRefusals.fields_out_of_order,
  ...Object.values(seriesRefusals),
];

export const seriesRoutes: FastifyPluginAsyncTypebox<SeriesRoutesOptions> = async (
  app,
  { db, clock, geocoder, sales, publicUrl },
) => {
  const urlsIn =
    (organizationSlug: string): schemas.SeriesUrlOf =>
    (slug) =>
      publicUrl() + seriesPath(organizationSlug, slug);

  app.post(
    '/events/:id/dates',
    {
      config: { access: 'manage', refusals: ofNewDates },
      schema: {
        operationId: 'addDates',
        summary: 'Make further dates of an event',
        description:
          'Each date is a draft with the tiers, questions, seats and settings of the event, and its own stock and link. ' +
          'All dates are made, or none. The event and its dates become a series; a time that the series has is left out.',
        tags: ['Series'],
        params: IdParams,
        body: schemas.NewDates,
        response: { 201: Data(schemas.NewDatesJson) },
      },
    },
    async ({ organizationId, organizationSlug, caller: actor, timeZone, params, body }, reply) => {
      const starts = schemas.startsFrom(body, timeZone);
      const request = { organizationId, actor, eventId: params.id, starts, timeZone, now: clock.now() };
      const made = await addDates(db, request);
      reply.code(201);
      return { data: schemas.newDatesJson(made, urlsIn(organizationSlug)) };
    },
  );

  app.post(
    '/events/:id/dates/preview',
    {
      config: { access: 'manage', refusals: ofNewDates },
      schema: {
        operationId: 'previewDates',
        summary: 'Read which dates a request would make',
        description: 'Takes the body of `POST /events/{id}/dates`, has its errors, and changes nothing.',
        tags: ['Series'],
        params: IdParams,
        body: schemas.NewDates,
        response: { 200: Data(schemas.PlannedDatesJson) },
      },
    },
    async ({ organizationId, timeZone, params, body }) => {
      const starts = schemas.startsFrom(body, timeZone);
      const event = await getEvent(db, organizationId, params.id);
      const planned = await newStarts(db, { organizationId, event, starts, now: clock.now() });
      return { data: { dates: planned.map((start) => schemas.plannedDateJson(timesOf(event, start, timeZone))) } };
    },
  );

  app.put(
    '/events/:id/series',
    {
      config: {
        access: 'manage',
        refusals: [eventRefusals.event_not_found, eventRefusals.series_not_found, seriesRefusals.too_many_dates],
      },
      schema: {
        operationId: 'moveToSeries',
        summary: 'Take an event out of its series, or put it into one',
        description:
          'All else of the event stays: its link, tickets and settings. A series that is left without dates stays, too.',
        tags: ['Series'],
        params: IdParams,
        body: schemas.SeriesOfEvent,
        response: { 200: Data(EventJson) },
      },
    },
    async ({ organizationId, organizationSlug, caller: actor, params, body }) => {
      const seriesId = body.series_id ?? null;
      const move = { organizationId, actor, eventId: params.id, seriesId, now: clock.now() };
      return { data: eventJson(await moveToSeries(db, move), { publicUrl: publicUrl(), organizationSlug }) };
    },
  );

  app.get(
    '/series',
    {
      config: { access: ['read', 'door'], refusals: [] },
      schema: {
        operationId: 'listSeries',
        summary: 'List series, newest first',
        description: 'The dates of one are `GET /events?series_id=`.',
        tags: ['Series'],
        querystring: Type.Object(PageQuery(20, 100)),
        response: { 200: Data(schemas.SeriesListJson) },
      },
    },
    async ({ organizationId, organizationSlug, query }) => {
      const page = pageFrom(query);
      const { series, total } = await listSeries(db, organizationId, page);
      const urlOf = urlsIn(organizationSlug);
      return { data: { series: series.map((one) => schemas.seriesJson(one, urlOf)), meta: pageMeta(page, total) } };
    },
  );

  app.get(
    '/series/:id',
    {
      config: { access: ['read', 'door'], refusals: [eventRefusals.series_not_found] },
      schema: {
        operationId: 'getSeries',
        summary: 'Read one series',
        description: 'Its dates are `GET /events?series_id=`.',
        tags: ['Series'],
        params: IdParams,
        response: { 200: Data(schemas.SeriesJson) },
      },
    },
    async ({ organizationId, organizationSlug, params }) => ({
      data: schemas.seriesJson(await getSeries(db, organizationId, params.id), urlsIn(organizationSlug)),
    }),
  );

  app.put(
    '/series/:id',
    {
      config: { access: 'manage', refusals: [eventRefusals.series_not_found] },
      schema: {
        operationId: 'updateSeries',
        summary: 'Change every date of a series that is not over',
        description:
          'Each date takes the whole change or nothing of it, as `PUT /events/{id}` would, and sales of the others go on. ' +
          'The answer says which dates could not take it, and why; send the request again to change only what is left.',
        tags: ['Series'],
        params: IdParams,
        body: schemas.SeriesChanges,
        response: { 200: Data(schemas.SeriesReportJson) },
      },
    },
    async ({ organizationId, organizationSlug, caller: actor, timeZone, params, body }) => {
      const changes = schemas.changesFrom(body, { timeZone, publicUrl: publicUrl() });
      const update = { organizationId, actor, seriesId: params.id, ...changes, now: clock.now(), clock };
      const report = await updateSeries(db, geocoder, sales, update);
      return { data: schemas.reportJson(report, urlsIn(organizationSlug)) };
    },
  );
};
