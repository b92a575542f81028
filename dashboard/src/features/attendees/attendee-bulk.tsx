import { useQueries } from '@tanstack/react-query';
import { done } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { shownAddress } from '../../api/shown-for.ts';
import { sumOf } from '../../api/to-centavo.ts';
import { BulkBar } from '../../bulk/bulk-bar.tsx';
import { texts } from '../../bulk/texts.ts';
import type { BulkItem, BulkRunning } from '../../bulk/use-bulk-run.ts';
import { useTexts } from '../../language/language.tsx';
import { useCanBeScanned } from '../check-in/can-be-scanned.ts';
import { type Attendee, attendeesQuery, PER_PAGE } from './attendees-queries.ts';
import type { AttendeesSearch } from './attendees-search.ts';

/** Chosen tickets, and the page of the list that has each. What is asked about them is what the list says now. */
export type Chosen = ReadonlyMap<string, number>;

interface AttendeeBulkProps {
  eventId: string;
  search: AttendeesSearch;
  /** The first page of the list. */
  first: Attendee[];
  total: number;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  bulk: BulkRunning;
}

const itemsOf = (tickets: Attendee[], act: (ticket: Attendee) => Promise<unknown>): BulkItem[] =>
  tickets.map((ticket) => ({
    id: ticket.ticket_id,
    name: `${ticket.ticket_number}, ${ticket.customer.name}`,
    act: () => act(ticket),
  }));

const resend = ({ ticket_id: id }: Attendee) => done(postOnce('/tickets/{id}/resend', { params: { path: { id } } }));

/** Refunds exactly the amount that the question said, or the server refuses. */
const refund = ({ ticket_id: id, amount }: Attendee) =>
  done(postOnce('/tickets/{id}/refund', { params: { path: { id } }, body: { amount } }));

/** What can be done with several tickets at once: as many as a page of the API has. */
export function AttendeeBulk({ eventId, search, first, total, chosen, onChoose, bulk }: AttendeeBulkProps) {
  const t = useTexts(texts);
  const pages = [...new Set(chosen.values())];
  const answers = useQueries({ queries: pages.map((page) => attendeesQuery(eventId, search, page)) });
  const listed = answers.flatMap(({ data }) => data?.attendees ?? []);
  const tickets = listed.filter(({ ticket_id: id }) => chosen.has(id));
  const canBeScanned = useCanBeScanned(tickets.map(({ status }) => ({ eventId, status })));
  const sendable = tickets.filter(({ status }) => canBeScanned?.({ eventId, status }));
  const live = tickets.filter(({ status }) => status === 'valid' || status === 'checked_in');
  return (
    <BulkBar
      all={total > PER_PAGE ? t.first(first.length) : t.all(first.length)}
      chosen={tickets.length}
      rows={first.length}
      onAll={(isChosen) => onChoose(new Map(isChosen ? first.map((one) => [one.ticket_id, 1]) : []))}
      resendable={sendable.length}
      onResend={() => {
        void bulk.start({ title: t.resend, items: itemsOf(sendable, resend) });
      }}
      refund={{
        count: live.length,
        what: t.tickets(live.length),
        pesos: sumOf(live.map(({ amount }) => amount)),
        skipped: tickets.length - live.length,
        onRefund: () => {
          void bulk.start({ title: t.refund, items: itemsOf(live, refund) });
          onChoose(new Map());
        },
      }}
      csv={shownAddress(`/api/v1/events/${eventId}/attendees.csv`, {
        ids: tickets.map((one) => one.ticket_id).join(','),
      })}
      isRunning={bulk.isRunning}
    />
  );
}
