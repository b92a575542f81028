import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { eventChoicesQuery } from '../events/event-queries.ts';
import { ordersFoundQuery, useFound } from './search-results.tsx';

/**
 * Opens the first result of a search, once it is known: what is on the page may be of the text before.
 * @returns whether there was one, and it was still sought
 */
export function useOpenFirst() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const foundOf = useFound();
  return async (q: string, isSought: () => boolean): Promise<boolean> => {
    const [events, orders] = await Promise.allSettled([
      client.ensureQueryData(eventChoicesQuery),
      client.ensureQueryData(ordersFoundQuery(q)),
    ]);
    const found = foundOf(
      q,
      events.status === 'fulfilled' ? events.value : [],
      orders.status === 'fulfilled' ? orders.value.orders : [],
    );
    const [[event], [order], [page]] = [found.events, found.orders, found.pages];
    if (!isSought() || !(event ?? order ?? page)) return false;
    if (event) void navigate({ to: '/events/$eventId', params: { eventId: event.id } });
    else if (order) void navigate({ to: '/orders/$orderId', params: { orderId: order.id } });
    else if (page) void navigate({ to: page.to });
    return true;
  };
}
