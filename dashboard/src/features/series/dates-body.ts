import type { Model } from '../../api/models.ts';

export const WAYS = ['weekly', 'daily', 'list'] as const;
export const ENDINGS = ['until', 'count'] as const;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies Model<'Weekday'>[];

/** What the dialog asks. Days and times are in the organization's time zone, as the fields have them. */
export interface DatesValues {
  way: (typeof WAYS)[number];
  /** Weeks or days from one to the next. */
  every: number | string;
  weekdays: string[];
  times: string[];
  from: string;
  ends: (typeof ENDINGS)[number];
  until: string;
  count: number | string;
  /** `2027-03-05T20:00` */
  list: string[];
}

type DatesBody = Model<'EventDatesInput'>;

/** The request; what the chosen way does not need is left out. */
export function datesBodyFrom(values: DatesValues, withOffset: (typed: string) => string): DatesBody {
  const { way, every, weekdays, times, from, ends, until, count, list } = values;
  if (way === 'list') return { start_datetimes: list.filter((start) => start !== '').map(withOffset) };
  return {
    rule: {
      from,
      ...(ends === 'until' ? { until } : { count: Number(count) }),
      ...(Number(every) === 1 ? {} : { every: Number(every) }),
      ...(way === 'weekly' ? { weekdays: WEEKDAYS.filter((day) => weekdays.includes(day)) } : {}),
      times: times.filter((time) => time !== ''),
    },
  };
}

/**
 * First values of the form: dates on the same weekday at the same time, beginning a week after the event. `start`:
 * `2027-03-05T20:00`.
 */
export function firstValues(start: string): DatesValues {
  const weekday = WEEKDAYS[(dayOf(start).getUTCDay() + 6) % 7] ?? 'mon';
  const rhythm = { way: 'weekly', every: 1 } as const;
  return {
    ...rhythm,
    weekdays: [weekday],
    times: [start.slice(11, 16)],
    from: dayAfter(start, rhythm),
    ends: 'count',
    until: '',
    count: 4,
    list: [''],
  };
}

/** The event is the first date: a new rhythm moves the first day, unless it was chosen. */
export function withRhythm(values: DatesValues, changed: Partial<Rhythm>, start: string): DatesValues {
  const next = { ...values, ...changed };
  return values.from === dayAfter(start, values) ? { ...next, from: dayAfter(start, next) } : next;
}

type Rhythm = Pick<DatesValues, 'way' | 'every'>;

const dayOf = (start: string) => new Date(`${start.slice(0, 10)}T00:00:00Z`);

function dayAfter(start: string, { way, every }: Rhythm) {
  const day = dayOf(start);
  day.setUTCDate(day.getUTCDate() + (Number(every) || 1) * (way === 'daily' ? 1 : WEEKDAYS.length));
  return day.toISOString().slice(0, 10);
}
