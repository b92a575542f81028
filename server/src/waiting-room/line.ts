import type { Uuid } from '../values/uuid.ts';
import type { WaitingRoomRow } from './tables.ts';

/**
 * How long a turn lasts, and with it its pass: time to choose tickets and to fill in the form slowly, and to order
 * again if something was sold meanwhile. Paying has the time of the hold. An unused turn keeps others waiting this
 * long.
 */
export const TURN_SECONDS = 600;
/** Steps of all instances together: the line moves at most this often. */
const STEP_MS = 1_000;
/**
 * Turns that begin in one step: 3,000 a minute. Each leads to a few pages and an order; a small server takes several
 * hundred orders a second, so this leaves most of it for the pages of waiting visitors.
 */
export const MOST_PER_STEP = 50;
/** Numbers that one room gives: the largest capacity of an event. It bounds the time and memory of the draw. */
export const MOST_NUMBERS = 1_000_000;

/** An event's waiting room as its organizer set it up. */
export interface Room {
  organizationId: Uuid;
  eventId: Uuid;
  enabled: boolean;
  opensAt: Date | null;
}

/** The state of the line. */
export type Line = Omit<WaitingRoomRow, 'organizationId' | 'eventId'>;

export const isOpen = ({ opensAt }: Pick<Room, 'opensAt'>, now: Date): boolean => opensAt === null || opensAt <= now;

/** Whether it is time to decide how many are admitted. */
export const isStepDue = ({ joined, admitted, lookedAt }: Line, now: Date): boolean =>
  admitted < joined && (lookedAt === null || now.getTime() - lookedAt.getTime() >= STEP_MS);

/**
 * The draw of an open room: numbers that were given until now came before the opening. If the organizer postponed an
 * opening before the first visitor was admitted, all are drawn at the new one.
 */
export const earlyAt = ({ opensAt }: Pick<Room, 'opensAt'>, { joined, early, openingAt, admitted }: Line): number =>
  early !== null && (admitted > 0 || openingAt?.getTime() === opensAt?.getTime()) ? early : joined;

/**
 * How many turns begin now: the places that can be bought are always at least as many as the turns that run. Places
 * that others hold are no part of `free`.
 */
export const sizeOfStep = ({ joined, admitted }: Line, { free, running }: { free: number; running: number }): number =>
  Math.max(0, Math.min(joined - admitted, MOST_PER_STEP, free - running));
