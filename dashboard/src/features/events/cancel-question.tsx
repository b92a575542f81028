import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { sourcesQuery } from '../analytics/analytics-queries.ts';
import { type Event, usedTicketsQuery } from './event-queries.ts';
import { texts } from './texts.ts';

/**
 * What cancelling the event does. The figures appear as soon as they are loaded. The organizer took what the box office
 * sold, and may have taken differences of changed orders, which no figure has.
 */
export function CancelQuestion({ event }: { event: Event }) {
  const t = useTexts(texts);
  const { number, pesos } = useFormats();
  const { id, refund_rule: rule } = event;
  const { data: used } = useQuery(usedTicketsQuery(id));
  const { data: sales } = useQuery(sourcesQuery(id));
  if (used === undefined || !sales) return t.cancelQuestion('…', '', '');
  // Used tickets are not refunded, and fees of refunded ones stay: then the API has no sum of what the other tickets
  // cost.
  const isSum = used === 0 && !rule?.fee_percent && !rule?.fee_fixed;
  // Sales count add-ons, which are no attendees and are never checked in.
  const count = number(sales.total_tickets_sold - used);
  const byHand = sales.channels?.find(({ channel }) => channel === 'box_office')?.revenue ?? 0;
  return t.cancelQuestion(
    count,
    isSum ? ` (${pesos(sales.total_revenue)})` : '',
    isSum && byHand > 0 ? t.cancelByHand(pesos(byHand)) : '',
  );
}
