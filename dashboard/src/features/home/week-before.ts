import { sumOf } from '../../api/to-centavo.ts';
import type { SalesPoint } from './home-queries.ts';

export type Figure = 'revenue' | 'orders' | 'tickets' | 'refunds';
export const FIGURES: Figure[] = ['revenue', 'orders', 'tickets', 'refunds'];

/**
 * Sums of the hours of a day that had begun at the time of `now`: today is compared with as much of that day. Times are
 * those of the clock, which may have been changed between.
 */
export function soFarAWeekBefore(
  hours: SalesPoint[],
  now: Date,
  inputValue: (instant: string) => string,
): Record<Figure, number> {
  const timeOf = (instant: string) => inputValue(instant).slice('2027-01-04T'.length);
  const time = timeOf(now.toISOString());
  const begun = hours.filter(({ at }) => timeOf(at) <= time);
  const sum = (figure: Figure) => sumOf(begun.map((point) => point[figure]));
  return { revenue: sum('revenue'), orders: sum('orders'), tickets: sum('tickets'), refunds: sum('refunds') };
}
