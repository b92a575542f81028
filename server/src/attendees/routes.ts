import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { listCheckInLists } from '../check-in-lists/queries.ts';
import type { Config } from '../config/config.ts';
import { eventRefusals } from '../events/refusals.ts';
import { requireTiers } from '../events/require-tiers.ts';
import { FILTER_REFUSALS } from '../orders/refusals.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { CsvResponse, inBatches, sendCsv } from '../platform/http/contract/csv.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams, idsFrom } from '../platform/http/contract/fields.ts';
import { pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { timeRangeFrom } from '../platform/http/contract/time-range.ts';
import { parseSearch } from '../tickets/parse-search.ts';
import { ticketRefusals } from '../tickets/refusals.ts';
import type { Clock } from '../values/clock.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import type { Uuid } from '../values/uuid.ts';
import { listQuestionColumns } from './answer-queries.ts';
import { DoorJson, DoorQuery, doorJson } from './door-schemas.ts';
import { type AttendeeFilter, areTicketsOf, getListedEvent, listAttendees, listAttendeesAfter } from './queries.ts';
import { readDoor } from './read-door.ts';
import { listAnswersOfAttendees, readLines } from './read-lines.ts';
import {
  ATTENDEE_COLUMNS,
  type AttendeeLine,
  AttendeeListJson,
  AttendeesCsvQuery,
  AttendeesQuery,
  attendeeCells,
  attendeeJson,
  ticketStatusOf,
} from './schemas.ts';

interface AttendeeRoutesOptions {
  config: Config;
  db: Database;
  reads: Queryable;
  clock: Clock;
}

export const attendeeRoutes: FastifyPluginAsyncTypebox<AttendeeRoutesOptions> = async (
  app,
  { config, db, reads, clock },
) => {
  /** @throws Refusal 404 for a tier that the event does not have; 400 for a range that ends before it starts */
  async function filterFrom(
    organizationId: Uuid,
    eventId: Uuid,
    query: Static<typeof AttendeesCsvQuery>,
    timeZone: string,
  ): Promise<AttendeeFilter> {
    const { status, tier_id: tierId } = query;
    const range = timeRangeFrom(query, timeZone);
    await requireTiers(reads, organizationId, { eventId, tierIds: tierId === undefined ? null : [tierId] });
    return { status: status && ticketStatusOf(status), tierId, ...range };
  }

  app.get(
    '/events/:id/attendees',
    {
      config: { access: 'read', refusals: FILTER_REFUSALS },
      schema: {
        operationId: 'listAttendees',
        summary: 'List the attendees of an event in order of purchase',
        description: 'A scanned ticket has the status `checked_in` here and `used` elsewhere.',
        tags: ['Attendees'],
        params: IdParams,
        querystring: AttendeesQuery,
        response: { 200: Data(AttendeeListJson) },
      },
    },
    async ({ organizationId, timeZone, params, query }) => {
      const event = await getListedEvent(reads, organizationId, params.id);
      const page = pageFrom(query);
      const filter = await filterFrom(organizationId, event.id, query, timeZone);
      const search = query.q === undefined ? null : await parseSearch(reads, organizationId, query.q);
      const { attendees, total } = await listAttendees(reads, organizationId, event, { ...filter, search, page });
      const answers = await listAnswersOfAttendees(reads, organizationId, event, attendees);
      return {
        data: {
          event,
          attendees: attendees.map((attendee) => attendeeJson(attendee, answers.get(attendee.ticketId) ?? [])),
          // The contract's meta of this list has no per_page and total_pages; the response schema removes them.
          meta: pageMeta(page, total),
        },
      };
    },
  );

  app.get(
    '/events/:id/attendees.csv',
    {
      config: {
        access: 'read',
        notShared: true,
        refusals: [...FILTER_REFUSALS, ticketRefusals.ticket_not_found],
      },
      schema: {
        operationId: 'exportAttendees',
        summary: 'Export the attendees of an event as CSV',
        description:
          'The answer is streamed, in order of purchase. A cell that a spreadsheet would run as a formula starts ' +
          'with an apostrophe. Check-in lists have a column with the first entry, questions one at the end, named as ' +
          'they are now.',
        tags: ['Attendees'],
        params: IdParams,
        querystring: AttendeesCsvQuery,
        response: { 200: CsvResponse },
      },
    },
    async ({ organizationId, timeZone, params, query }, reply) => {
      const event = await getListedEvent(reads, organizationId, params.id);
      const eventId = event.id;
      const filter = await filterFrom(organizationId, eventId, query, timeZone);
      const ids = idsFrom(query.ids);
      if (ids && !(await areTicketsOf(reads, organizationId, eventId, ids))) throw ticketRefusals.ticket_not_found();
      const lists = await listCheckInLists(reads, organizationId, eventId);
      const questions = await listQuestionColumns(reads, organizationId, eventId);
      const readAfter = async (after: AttendeeLine | null, limit: number): Promise<AttendeeLine[]> => {
        const attendees = await listAttendeesAfter(reads, organizationId, event, { ...filter, ids, after, limit });
        return readLines(reads, organizationId, event, attendees, lists);
      };
      const names = [...lists.map(({ name }) => name), ...questions.map(({ label }) => label)];
      const columns = [...ATTENDEE_COLUMNS, ...names];
      const batches = inBatches(readAfter, (line) => attendeeCells(line, lists, questions));
      return sendCsv(reply, `attendees-${eventId}.csv`, columns, batches);
    },
  );

  app.get(
    '/events/:id/door',
    {
      config: { access: ['read', 'door', 'event_door'], refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'getDoor',
        summary: 'Read the keys and tickets that a door needs to work offline, or later changes',
        description:
          'Read everything once, then use `since` to read what changed. A change may arrive twice, but is never ' +
          'lost. A door link reads its own event only.',
        tags: ['Attendees'],
        params: IdParams,
        querystring: DoorQuery,
        response: { 200: Data(DoorJson) },
      },
    },
    async ({ organizationId, caller, timeZone, params, query }) => {
      if (caller.eventId !== null && params.id !== caller.eventId) throw eventRefusals.event_not_found();
      const doorLinkId = caller.kind === 'door_link' ? caller.id : null;
      const page = pageFrom(query);
      const since = query.since === undefined ? null : (parseTimestamp(query.since, timeZone) ?? null);
      const request = { organizationId, eventId: params.id, doorLinkId, since, page, now: clock.now() };
      const bundle = await readDoor(db, config.secretsKeys, request);
      return { data: doorJson(bundle, page) };
    },
  );
};
