import { type QueryClient, queryOptions, experimental_streamedQuery as streamedQuery } from '@tanstack/react-query';
import type { Model } from '../../api/models.ts';
import { shownAddress } from '../../api/shown-for.ts';
import type { Overview } from './home-queries.ts';

type EventNow = Overview['events'][number];

/** The latest message of each kind. */
export interface Live {
  sales?: { today: Overview['today']; events: Pick<EventNow, 'id' | 'status' | 'capacity' | 'tickets_sold'>[] };
  'check-ins'?: { events: Pick<EventNow, 'id' | 'checked_in'>[] };
  orders?: {
    newest: {
      id: string;
      event: { id: string; title: string };
      customer: { name: string };
      quantity: number;
      total_amount: number;
      status: Model<'OrderSummary'>['status'];
      paid_at: string;
    }[];
  };
}

const KINDS = ['sales', 'check-ins', 'orders'] as const;

/** A server refuses while it shuts down or has too many streams. Both pass. */
const RECONNECT_MS = 5_000;

/**
 * One stream, closed when no page uses it. The browser reconnects when the stream breaks, but not when the server
 * refuses it: then this query opens a new one. After a sale the seats that are shown are read again.
 */
export const liveQuery = queryOptions({
  queryKey: ['live'],
  queryFn: streamedQuery({
    streamFn: ({ signal, client }) => messages(signal, client),
    reducer: (live: Live, message: Live) => ({ ...live, ...message }),
    initialValue: {},
    // Earlier messages stay until newer ones arrive.
    refetchMode: 'append',
  }),
  staleTime: 0,
  gcTime: 0,
  retry: true,
  retryDelay: RECONNECT_MS,
});

async function* messages(signal: AbortSignal, client: QueryClient): AsyncGenerator<Live> {
  const source = new EventSource(shownAddress('/api/v1/live'));
  const waiting: Live[] = [];
  let wake = () => {};
  for (const kind of KINDS)
    source.addEventListener(kind, ({ data }) => {
      waiting.push({ [kind]: JSON.parse(data) });
      wake();
    });
  // What is being read already goes on: sales may come faster than answers.
  const readSeats = () => void client.invalidateQueries({ queryKey: ['seats'] }, { cancelRefetch: false });
  source.addEventListener('sales', readSeats);
  source.addEventListener('error', () => wake());
  signal.addEventListener('abort', () => wake());
  try {
    while (!signal.aborted) {
      yield* waiting.splice(0);
      if (signal.aborted) return;
      if (source.readyState === EventSource.CLOSED) throw new Error('The stream was refused');
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (waiting.length > 0) resolve();
      });
    }
  } finally {
    source.close();
  }
}
