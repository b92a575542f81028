import { useFormats } from '../../language/formats.ts';
import type { Event } from './event-queries.ts';

type Dated = Pick<Event, 'title' | 'start_datetime'>;

/** Tells dates of a show apart: the day of an event, with the time if another one of its title is on that day. */
export function useStartOf(events: readonly Dated[]): (event: Dated) => string {
  const { day, dateTime } = useFormats();
  const dayOf = ({ title, start_datetime: start }: Dated) => `${title} ${day(start)}`;
  const ofDays = Map.groupBy(events, dayOf);
  return (event) => ((ofDays.get(dayOf(event)) ?? []).length > 1 ? dateTime : day)(event.start_datetime);
}
