import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Event } from './event-queries.ts';
import { texts } from './texts.ts';

const validTicketsQuery = ({ id, refund_rule: rule }: Event) =>
  queryOptions({
    queryKey: ['events', id, 'valid-tickets', rule],
    queryFn: async () => {
      const query = { status: 'checked_in' as const, per_page: 1 };
      const [used, sales] = await Promise.all([
        dataOf(api.GET('/events/{id}/attendees', { params: { path: { id }, query } })),
        dataOf(api.GET('/analytics/sales', { params: { query: { event_id: id } } })),
      ]);
      // Used tickets are not refunded, and fees of refunded ones stay: then the API has no sum of what the other
      // tickets cost.
      const isSum = used.meta.total === 0 && !rule?.fee_percent && !rule?.fee_fixed;
      // Sales count add-ons, which are no attendees and are never checked in.
      const count = sales.total_tickets_sold - used.meta.total;
      return { count, paid: isSum ? sales.total_revenue : undefined };
    },
  });

/** What cancelling the event does. The figures appear as soon as they are loaded. */
export function CancelQuestion({ event }: { event: Event }) {
  const t = useTexts(texts);
  const { number, pesos } = useFormats();
  const { data } = useQuery(validTicketsQuery(event));
  if (!data) return t.cancelQuestion('…', '');
  return t.cancelQuestion(number(data.count), data.paid === undefined ? '' : ` (${pesos(data.paid)})`);
}
