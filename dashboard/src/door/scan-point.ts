import { type Direction, type Door, type DoorList, type DoorTicket, type Stay, withPassage } from './door.ts';

/** What a door scans: entries or exits, at the gate or at a check-in list. */
export interface ScanPoint {
  event: Pick<Door['event'], 'id' | 're_entry'>;
  /** null: the gate. */
  list: DoorList | null;
  direction: Direction;
}

/** How often a ticket passes here. */
export const passesAt = ({ event, list }: Omit<ScanPoint, 'direction'>): DoorList['passes'] =>
  list ? list.passes : event.re_entry ? 're_entry' : 'once';

export const scansExits = (point: Omit<ScanPoint, 'direction'>) => passesAt(point) === 're_entry';

/** Whether a ticket is for this list or gate, whatever its status. */
export const isFor = ({ list }: ScanPoint, { tier }: Pick<DoorTicket, 'tier'>) =>
  list?.tier_ids?.includes(tier.id) ?? tier.admission;

/** What a scan of this device says of a ticket. */
interface Scan {
  ticketId: string;
  listId: string | null;
  direction: Direction;
  scannedAt: string;
  state: string;
}

/** Scans of this device that the server does not have yet, by ticket, oldest first. */
export type WaitingScans = ReadonlyMap<string, Scan[]>;

export const waitingAt = (scans: Iterable<Scan>, listId: string | null): WaitingScans =>
  Map.groupBy(
    [...scans].filter((scan) => scan.state === 'waiting' && scan.listId === listId),
    ({ ticketId }) => ticketId,
  );

/**
 * What the ticket has done at this place: as the server knows it, and with the waiting scans of this device. Another
 * door may have scanned it after them.
 */
export function stayAt({ event, list }: Omit<ScanPoint, 'direction'>, ticket: DoorTicket, waiting: WaitingScans): Stay {
  const known = ticket.stays.find(({ list_id }) => list_id === (list?.id ?? null));
  let stay: Stay = known
    ? { entries: known.entries, direction: known.direction, at: known.passed_at }
    : { entries: 0, direction: null, at: null };
  // The check-in was the first entry at the gate. Without re-entry it is the one that counts.
  if (!list && ticket.status === 'used') {
    const at = event.re_entry ? (stay.at ?? ticket.checked_in_at) : ticket.checked_in_at;
    stay = { entries: stay.entries + 1, direction: stay.direction ?? 'in', at };
  }
  for (const { direction, scannedAt: at } of waiting.get(ticket.id) ?? []) stay = withPassage(stay, { direction, at });
  return stay;
}
