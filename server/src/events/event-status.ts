import type { EventRow } from './tables.ts';

export type EventStatus = EventRow['status'];

/** Every status of an event. */
export const EVENT_STATUSES = [
  'draft',
  'active',
  'paused',
  'hidden',
  'sold_out',
  'cancelled',
  'completed',
] as const satisfies readonly EventStatus[];

/** Published and not over. */
export const LIVE_STATUSES = ['active', 'paused', 'hidden', 'sold_out'] as const;

const afterPublishing = [...LIVE_STATUSES, 'completed', 'cancelled'] as const;

/** The statuses that an organizer can set, by the current one (docs/api/events.md, "Event statuses"). */
export const EVENT_TRANSITIONS: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['active', 'cancelled'],
  active: afterPublishing,
  paused: afterPublishing,
  hidden: afterPublishing,
  sold_out: afterPublishing,
  cancelled: [],
  completed: [],
};

/** Paused and hidden events are only missing from the default list: buyers with the link can still buy. */
export const SELLABLE_STATUSES: readonly EventStatus[] = ['active', 'paused', 'hidden'];
