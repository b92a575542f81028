import type { DoorState } from './door-state.ts';

/** Scans of this device that the server does not know of yet, oldest first. */
export const listUnsent = ({ scans }: Pick<DoorState, 'scans'>) =>
  [...scans.values()].filter(({ state }) => state === 'waiting');
