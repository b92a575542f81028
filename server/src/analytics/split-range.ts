/** From the first instant (included) to the second (excluded); empty when they are equal. */
export type Span = readonly [from: Date, before: Date];

/** A range split into whole UTC days, the whole hours before and after them, and the rest. The parts do not overlap. */
export interface Parts {
  ordersBefore: Span;
  hoursBefore: Span;
  days: Span;
  hoursAfter: Span;
  ordersAfter: Span;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Bounds of an unbounded range: whole days outside of what can be stored (see timestamps.ts). */
const BEGINNING = new Date(Date.UTC(1900, 0, 1));
const END = new Date(Date.UTC(9999, 0, 1));

/** Splits the range from `from` to `to`, both included to the millisecond. `from` must not be after `to`. */
export function splitRange(from: Date | undefined, to: Date | undefined): Parts {
  const start = from ?? BEGINNING;
  const end = to ? new Date(to.getTime() + 1) : END;
  const [hoursFrom, hoursTo] = within(start, end, HOUR_MS);
  const [daysFrom, daysTo] = within(hoursFrom, hoursTo, DAY_MS);
  return {
    ordersBefore: [start, hoursFrom],
    hoursBefore: [hoursFrom, daysFrom],
    days: [daysFrom, daysTo],
    hoursAfter: [daysTo, hoursTo],
    ordersAfter: [hoursTo, end],
  };
}

/**
 * The whole units in a span. If there are none, an empty span at its end, so that the part before it gets everything.
 */
function within(from: Date, before: Date, unitMs: number): Span {
  const first = new Date(Math.ceil(from.getTime() / unitMs) * unitMs);
  const last = new Date(Math.floor(before.getTime() / unitMs) * unitMs);
  return first < last ? [first, last] : [before, before];
}
