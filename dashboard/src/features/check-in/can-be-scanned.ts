import { queryOptions, useQueries } from '@tanstack/react-query';
import { eventQuery } from '../events/event-queries.ts';
import { checkInListsQuery } from './check-in-list-queries.ts';

/** Whether used tickets of an event are scanned again. */
const scansAgainQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['events', eventId, 'scans-again'],
    queryFn: async ({ client }) => {
      const { status, re_entry: reEntry } = await client.fetchQuery(eventQuery(eventId));
      if (status === 'cancelled') return false;
      return reEntry || (await client.fetchQuery(checkInListsQuery(eventId))).check_in_lists.length > 0;
    },
  });

interface Ticket {
  eventId: string;
  /** Status of the ticket, as an order or the list of attendees has it. */
  status: string;
}

const isUsed = ({ status }: Ticket) => status === 'used' || status === 'checked_in';

/**
 * Whether a ticket can be scanned, so that it is sent again, by the rule of the server. Events are read for used
 * tickets alone; null: they are being read. What cannot be read is left to the server.
 */
export function useCanBeScanned(tickets: Ticket[]): ((ticket: Ticket) => boolean) | null {
  const events = [...new Set(tickets.filter(isUsed).map(({ eventId }) => eventId))];
  const again = useQueries({ queries: events.map(scansAgainQuery) });
  if (again.some(({ isLoading }) => isLoading)) return null;
  return (ticket) =>
    ticket.status === 'valid' || (isUsed(ticket) && again[events.indexOf(ticket.eventId)]?.data !== false);
}
