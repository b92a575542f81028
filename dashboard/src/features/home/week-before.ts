import type { SalesPoint } from './home-queries.ts';

export type Figure = 'revenue' | 'orders' | 'tickets' | 'refunds';
export const FIGURES: Figure[] = ['revenue', 'orders', 'tickets', 'refunds'];

const DAY_MS = 86_400_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Sums of the hours of a day that had begun a week before `now`: today is compared with as much of that day. */
export function soFarAWeekBefore(hours: SalesPoint[], now: Date): Record<Figure, number> {
  const then = daysBefore(now, 7).getTime();
  const begun = hours.filter(({ at }) => Date.parse(at) <= then);
  const sumOf = (figure: Figure) => begun.reduce((sum, point) => sum + point[figure], 0);
  return { revenue: sumOf('revenue'), orders: sumOf('orders'), tickets: sumOf('tickets'), refunds: sumOf('refunds') };
}
