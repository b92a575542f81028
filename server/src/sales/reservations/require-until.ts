import type { Event } from '../../events/event.ts';
import { fieldRefusals } from '../../platform/refusals/request-refusals.ts';
import { reservationRefusals } from './refusals.ts';

/** An event without an end is over this long after its start. */
const WITHOUT_END_MS = 24 * 3_600_000;

/** @throws Refusal 400 when the time has passed, or is after the end of the event */
export function requireUntil(event: Pick<Event, 'startDatetime' | 'endDatetime'>, keptUntil: Date | null, now: Date) {
  if (!keptUntil) return;
  if (keptUntil <= now) throw fieldRefusals.time_not_in_future({ field: 'until' });
  const endsAt = event.endDatetime ?? new Date(event.startDatetime.getTime() + WITHOUT_END_MS);
  if (keptUntil > endsAt) throw reservationRefusals.until_after_event({ ends_at: endsAt.toISOString() });
}
