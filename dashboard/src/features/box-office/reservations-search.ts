import { type ListSearch, listSearch } from '../../table/list-search.ts';

export const STATE_CHOICES = ['kept', 'picked_up', 'let_go', 'ended', 'all'] as const;

export interface ReservationsSearch extends ListSearch {
  /** Missing: those that are kept. */
  state?: (typeof STATE_CHOICES)[number];
}

/** An address with *Kept* is that without a state. */
export function reservationsSearch(address: Record<string, unknown>): ReservationsSearch {
  const state = STATE_CHOICES.find((one) => one === address.state);
  return { ...listSearch(address), ...(state && state !== 'kept' ? { state } : {}) };
}
