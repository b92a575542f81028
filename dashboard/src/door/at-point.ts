import { hasPassed, judge } from './decide.ts';
import type { Door, DoorTicket } from './door.ts';
import type { DoorState } from './door-state.ts';
import { isFor, type ScanPoint, stayAt, type WaitingScans, waitingAt } from './scan-point.ts';

/**
 * Where this device scans, and its scans there that wait; undefined without a list, or when the chosen one was deleted.
 */
export function pointOf({ list: door, listId, direction, scans }: PointState) {
  const list = door?.lists.find(({ id }) => id === listId) ?? null;
  if (!door || (listId !== null && !list)) return undefined;
  return { point: { event: door.event, list, direction }, waiting: waitingAt(scans.values(), listId) };
}

type PointState = Pick<DoorState, 'list' | 'listId' | 'direction' | 'scans'>;

/**
 * Tickets of the same order that may pass here, too, for a family that comes together; without those passed on to
 * others.
 */
export function companionsOf(
  { tickets }: Pick<Door, 'tickets'>,
  ticketId: string,
  point: ScanPoint,
  waiting: WaitingScans,
): DoorTicket[] {
  const shown = tickets.get(ticketId);
  if (!shown || shown.passed_on) return [];
  return [...tickets.values()].filter(
    (one) =>
      one.order_id === shown.order_id &&
      one.id !== ticketId &&
      !one.passed_on &&
      hasPassed(judge(one, point, waiting).verdict),
  );
}

export interface TierCount {
  passed: number;
  inside: number;
  all: number;
}

/** How many tickets of each tier entered here, are inside, and may enter; in the order of the list. */
export function countByTier({ tickets }: Pick<Door, 'tickets'>, point: ScanPoint, waiting: WaitingScans) {
  const counts = new Map<string, TierCount>();
  for (const ticket of tickets.values()) {
    if (!isFor(point, ticket) || (ticket.status !== 'used' && ticket.status !== 'valid')) continue;
    const { entries, direction } = stayAt(point, ticket, waiting);
    const count = counts.get(ticket.tier.name) ?? { passed: 0, inside: 0, all: 0 };
    counts.set(ticket.tier.name, {
      passed: count.passed + (entries > 0 ? 1 : 0),
      inside: count.inside + (direction === 'in' ? 1 : 0),
      all: count.all + 1,
    });
  }
  return counts;
}
