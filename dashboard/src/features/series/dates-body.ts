import type { Model } from '../../api/models.ts';

export const WAYS = ['weekly', 'daily', 'list'] as const;
export const ENDINGS = ['until', 'count'] as const;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** What the dialog asks. Days and times are in the organization's time zone, as the fields have them. */
export interface DatesValues {
  way: (typeof WAYS)[number];
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
export function datesBodyFrom({ way, weekdays, times, from, ends, until, count, list }: DatesValues): DatesBody {
  if (way === 'list') return { start_datetimes: list.filter((start) => start !== '') };
  return {
    rule: {
      from,
      ...(ends === 'until' ? { until } : { count: Number(count) }),
      ...(way === 'weekly' ? { weekdays: WEEKDAYS.filter((day) => weekdays.includes(day)) } : {}),
      times: times.filter((time) => time !== ''),
    },
  };
}

/** The same weekday at the same time, beginning a week after the event. `start`: `2027-03-05T20:00`. */
export function firstValues(start: string): DatesValues {
  const day = new Date(`${start.slice(0, 10)}T00:00:00Z`);
  const weekday = WEEKDAYS[(day.getUTCDay() + 6) % 7] ?? 'mon';
  day.setUTCDate(day.getUTCDate() + 7);
  return {
    way: 'weekly',
    weekdays: [weekday],
    times: [start.slice(11, 16)],
    from: day.toISOString().slice(0, 10),
    ends: 'count',
    until: '',
    count: 4,
    list: [''],
  };
}
