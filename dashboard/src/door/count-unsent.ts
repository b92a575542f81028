import type { DoorState } from './door-state.ts';

/** Scans of this device that the server does not know of yet. */
export const countUnsent = ({ scans }: Pick<DoorState, 'scans'>): number =>
  [...scans.values()].filter(({ state }) => state === 'waiting').length;
