import { Type } from 'typebox';
import { badRequest, conflict, declareRefusals } from '../platform/refusals/declare-refusals.ts';
import { FIRST_YEAR, LAST_YEAR } from '../values/timestamps.ts';

export const seriesRefusals = declareRefusals({
  date_out_of_years: badRequest({
    en: `A date, or a time that moves with it, is outside the years ${FIRST_YEAR} to ${LAST_YEAR}`,
    cause: 'The rule continues beyond these years, or the event would end after them.',
    remedy: 'Send fewer or earlier dates.',
  }),
  no_new_date: conflict({
    en: 'No new date: the event and its series already have one at each of these times',
    cause: 'The request names no time, or only times at which the series has a date.',
    remedy: 'Read the dates with `GET /events?series_id=` and `any_status=true`, and send others.',
  }),
  too_many_dates: conflict({
    facts: { max: Type.Integer(), coming: Type.Integer({ description: 'Dates to come that the series has already.' }) },
    en: ({ max, coming }) => `A series has at most ${max} dates to come, and this one has ${coming}`,
    cause: 'The new dates and those to come are more than a series can have.',
    remedy: 'Send fewer dates, and the others when some are over.',
  }),
  sales_end_before_start: conflict({
    facts: { tier: Type.String(), start_datetime: Type.String({ format: 'date-time' }) },
    en: ({ tier, start_datetime }) => `Sales of ${tier} would end before they start, for the date of ${start_datetime}`,
    cause:
      'The end of sales of a tier moves with the date, the start of its sales does not; an earlier date would have none.',
    remedy: 'Change the sales of the tier first, or send later dates.',
  }),
});
