import type { EventRow } from './tables.ts';

export type EventStatus = EventRow['status'];

/** What an event can be. */
export const EVENT_STATUSES = [
  'draft',
  'active',
  'paused',
  'hidden',
  'sold_out',
  'cancelled',
  'completed',
] as const satisfies readonly EventStatus[];

/** Published, and not over. */
export const LIVE_STATUSES = ['active', 'paused', 'hidden', 'sold_out'] as const;

const afterPublishing = [...LIVE_STATUSES, 'completed', 'cancelled'] as const;

/** Where an organizer may take an event from each status (docs/api/events.md, "Event statuses"). */
export const EVENT_TRANSITIONS: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['active', 'cancelled'],
  active: afterPublishing,
  paused: afterPublishing,
  hidden: afterPublishing,
  sold_out: afterPublishing,
  cancelled: [],
  completed: [],
};

/** Paused and hidden only leave the default list: buyers with the link can still buy. */
export const SELLABLE_STATUSES: readonly EventStatus[] = ['active', 'paused', 'hidden'];
