import { type EventSearch, eventSearch } from '../../table/event-search.ts';

export interface ClosingSearch extends EventSearch {
  /** Missing: today, as the organization's time zone has it. */
  date?: string | undefined;
}

const DATE = /^\d{4}-\d\d-\d\d$/;

export const closingSearch = (address: Record<string, unknown>): ClosingSearch => ({
  ...eventSearch(address),
  date: typeof address.date === 'string' && DATE.test(address.date) ? address.date : undefined,
});
