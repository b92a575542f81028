import { type Static, Type } from 'typebox';
import type { NamedTierChange } from '../events/named-tiers.ts';
import {
  type BodyContext,
  EventChanges,
  EventStatusSchema,
  eventFieldsFrom,
  optionalEventFields,
} from '../events/schemas.ts';
import type { Series } from '../events/series-queries.ts';
import { TierChanges, tierFieldsFrom } from '../events/tier-schemas.ts';
import { ErrorBody } from '../platform/http/contract/envelope.ts';
import { errorBody } from '../platform/http/contract/error-handler.ts';
import {
  CalendarDate,
  Instant,
  Name,
  nullable,
  optional,
  Timestamp,
  Url,
  Uuid,
} from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { PageMeta } from '../platform/http/contract/pagination.ts';
import { shown } from '../platform/http/contract/wire.ts';
import { fieldRefusals, requestRefusals } from '../platform/refusals/request-refusals.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import { MOST_DATES, MOST_EVERY, startsOf, WEEKDAYS } from './dates.ts';
import type { timesOf } from './new-dates.ts';
import type { DateReport } from './update-series.ts';

/** A show every ten minutes of a day. */
const MOST_TIMES = 144;
/** More tiers than any event has. */
const MOST_TIERS = 100;

const Weekday = Enum('Weekday', 'A day of the week.', WEEKDAYS);

const DateRuleJson = Model('DateRule', 'Days that repeat, by the clock of your time zone.', {
  from: CalendarDate('The first day.'),
  until: optional(CalendarDate('The last day. Either this or count.')),
  count: optional(Type.Integer({ minimum: 1, maximum: MOST_DATES, description: 'How many dates. Or until.' })),
  weekdays: optional(
    Type.Array(Weekday, { minItems: 1, maxItems: WEEKDAYS.length, description: 'Default: every day.' }),
  ),
  every: optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_EVERY,
      description:
        '2: every second week from that of the first day (Monday to Sunday), or every second day without weekdays.',
    }),
  ),
  times: Type.Array(Type.String({ format: 'time-of-day' }), {
    minItems: 1,
    maxItems: MOST_TIMES,
    description: 'When dates begin on each of the days, such as 15:00 and 20:00.',
  }),
});

export const NewDates = Model('EventDatesInput', 'Further dates of an event: a list of starts, or a rule.', {
  start_datetimes: optional(Type.Array(Timestamp(), { minItems: 1, maxItems: MOST_DATES })),
  rule: optional(DateRuleJson),
});

/** @throws Refusal 400 when both a list and a rule were sent, or neither; the same for the end of a rule */
export function startsFrom({ start_datetimes: list, rule }: Static<typeof NewDates>, timeZone: string): Date[] {
  if (list && rule) throw fieldRefusals.fields_exclude_each_other({ field: 'rule', other: 'start_datetimes' });
  if (list) return list.map((text) => parseTimestamp(text, timeZone) as Date);
  if (!rule) throw requestRefusals.missing_field({ field: 'start_datetimes' });
  const { from, until, count } = rule;
  if (until != null && count != null)
    throw fieldRefusals.fields_exclude_each_other({ field: 'rule.count', other: 'rule.until' });
  if (until == null && count == null) throw requestRefusals.missing_field({ field: 'rule.until' });
  if (until != null && until < from)
    throw fieldRefusals.fields_out_of_order({ field: 'rule.from', relation: 'not after', other: 'rule.until' });
  return startsOf(rule, timeZone, MOST_DATES);
}

const seriesFields = {
  id: Uuid(),
  name: Type.String(),
  slug: Type.String({ description: 'In the address of its page in the shop.' }),
  public_url: Url('Where buyers choose a date. The page is there once a date is published.'),
  created_at: Instant(),
  updated_at: Instant(),
};

export const SeriesJson = Model('EventSeries', 'Events that are the dates of one show.', seriesFields);

export const SeriesOfEvent = Model('EventSeriesChoice', 'The series that an event belongs to.', {
  series_id: nullable(Uuid('null: an event of its own.')),
});

export const SeriesListJson = Model('EventSeriesList', 'A page of series, newest first.', {
  series: Type.Array(SeriesJson),
  meta: PageMeta,
});

const PlannedDateJson = Model('PlannedDate', 'A date that a request would make.', {
  start_datetime: Instant(),
  end_datetime: nullable(Instant()),
});

export const PlannedDatesJson = Model('PlannedDates', 'The dates that a request would make.', {
  dates: Type.Array(PlannedDateJson),
});

const NewDateJson = Model('EventDate', 'A new date of a series.', {
  event_id: Uuid(),
  start_datetime: Instant(),
  status: EventStatusSchema,
});

export const NewDatesJson = Model('EventDates', 'The new dates of a series. Each is an event of its own.', {
  series: SeriesJson,
  dates: Type.Array(NewDateJson),
});

// What differs from date to date is not among them.
const { end_datetime: _end, sales_end_datetime: _salesEnd, waiting_room: _room, ...shared } = optionalEventFields;
// biome-ignore format: several a line
const TIER_FIELDS = [
  'price', 'price_mode', 'minimum_price', 'quantity_total', 'is_active', 'hidden', 'sort_order',
] as const;

const SeriesTierChanges = Model('EventSeriesTierChanges', 'Fields of a tier to change in every date.', {
  name: Name(undefined, 'The tier that has this name now, or `new_name` already; every one of a date.'),
  new_name: TierChanges.properties.name,
  ...Type.Pick(TierChanges, TIER_FIELDS).properties,
});

export const SeriesChanges = Model('EventSeriesChanges', 'Fields to change in every date that is not over.', {
  name: Type.Optional(Name(undefined, 'Of the series: the heading of its page in the shop.')),
  title: EventChanges.properties.title,
  capacity: EventChanges.properties.capacity,
  ...shared,
  ticket_tiers: Type.Optional(Type.Array(SeriesTierChanges, { maxItems: MOST_TIERS })),
  publish: Type.Optional(Type.Boolean({ description: 'true: dates that are drafts are published.' })),
});

/** The changes of each date. */
export function changesFrom(
  { name, publish, ticket_tiers: tiers = [], ...fields }: Static<typeof SeriesChanges>,
  context: BodyContext,
) {
  return {
    name,
    publishes: publish === true,
    fields: eventFieldsFrom(fields, context),
    tiers: tiers.map(
      ({ name, new_name, ...changes }): NamedTierChange => ({
        name,
        fields: tierFieldsFrom(new_name === undefined ? changes : { ...changes, name: new_name }, context.timeZone),
      }),
    ),
  };
}

const DateReportJson = Model('EventDateReport', 'What became of a date.', {
  event_id: Uuid(),
  start_datetime: Instant(),
  refusal: nullable(
    described(ErrorBody.properties.error, 'Why nothing of the date was changed; null: it took the change.'),
  ),
});

export const SeriesReportJson = Model('EventSeriesReport', 'Which dates took the change.', {
  series: SeriesJson,
  dates: Type.Array(DateReportJson),
});

/** The URL of a series' page, from its slug. */
export type SeriesUrlOf = (slug: string) => string;

export const seriesJson = (series: Series, urlOf: SeriesUrlOf) =>
  shown(SeriesJson, { ...series, publicUrl: urlOf(series.slug) });

export const plannedDateJson = ({ event }: ReturnType<typeof timesOf>) => shown(PlannedDateJson, event);

export const newDatesJson = (
  { series, dates }: { series: Series; dates: { eventId: string; startDatetime: Date }[] },
  urlOf: SeriesUrlOf,
): Static<typeof NewDatesJson> => ({
  series: seriesJson(series, urlOf),
  dates: dates.map((date) => shown(NewDateJson, { ...date, status: 'draft' })),
});

export const reportJson = (
  { series, dates }: { series: Series; dates: DateReport[] },
  urlOf: SeriesUrlOf,
): Static<typeof SeriesReportJson> => ({
  series: seriesJson(series, urlOf),
  dates: dates.map(({ refusal, ...date }) =>
    shown(DateReportJson, { ...date, refusal: refusal && errorBody(refusal).error }),
  ),
});
