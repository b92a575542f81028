import type { DoorState } from './door-state.ts';

/** Tickets that this device admitted and that the server does not know of yet. */
export const waitingTickets = ({ scans }: Pick<DoorState, 'scans'>): ReadonlySet<string> =>
  new Set([...scans.values()].filter(({ state }) => state === 'waiting').map(({ ticketId }) => ticketId));
