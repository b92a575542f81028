import { dateSearch } from '../../table/date-search.ts';
import { type EventSearch, eventSearch } from '../../table/event-search.ts';

export interface ClosingSearch extends EventSearch {
  /** Missing: today, as the organization's time zone has it. */
  date?: string | undefined;
}

export const closingSearch = (address: Record<string, unknown>): ClosingSearch => ({
  ...eventSearch(address),
  date: dateSearch(address.date),
});
