import assert from 'node:assert';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { actorNames } from '../door-links/actor-names.ts';
import { eventRefusals } from '../events/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import type { Clock } from '../values/clock.ts';
import { parseRangeEnd, parseRangeStart } from '../values/timestamps.ts';
import { totalsByCashier, totalsOf } from './closing.ts';
import { sumEntries } from './queries.ts';
import { ClosingJson, ClosingQuery, cashierTotalsJson, totalsJson } from './schemas.ts';

export const boxOfficeRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (
  app,
  { db, clock },
) => {
  app.get(
    '/box-office/closing',
    {
      config: { access: 'box_office', refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'getBoxOfficeClosing',
        summary: 'Close a day of the box office: what each cashier sold, gave back, and has in the drawer',
        description:
          'Sales and refunds count on the day on which they were made. They are written with the order, so the sums ' +
          'equal the orders and refunds at any instant. What a cancelled event or the page of a buyer gives back is ' +
          'listed apart, as `cash_owed`: nobody at the window paid it out.',
        tags: ['Orders'],
        querystring: ClosingQuery,
        response: { 200: Data(ClosingJson) },
      },
    },
    async ({ organizationId, timeZone, query }) => {
      const { event_id: eventId } = query;
      if (eventId !== undefined) await requireEvent(db, organizationId, eventId);
      const date = query.date ?? dateIn(timeZone, clock.now());
      const [from, to] = dayOf(date, timeZone);
      const sums = await sumEntries(db, organizationId, { from, to, eventId });
      const nameOf = await actorNames(db, organizationId, sums);
      return {
        data: {
          date,
          time_zone: timeZone,
          starts_at: from.toISOString(),
          ends_at: to.toISOString(),
          cashiers: totalsByCashier(sums).map((one) => cashierTotalsJson(one, nameOf)),
          ...totalsJson(totalsOf(sums)),
        },
      };
    },
  );
};

const dateIn = (timeZone: string, time: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The first instants of this day and the next. */
function dayOf(date: string, timeZone: string): [Date, Date] {
  const [first, last] = [parseRangeStart(date, timeZone), parseRangeEnd(date, timeZone)];
  assert(first && last, 'the schema checks the date');
  return [first, new Date(last.getTime() + 1)];
}
