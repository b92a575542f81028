import { queryOptions, experimental_streamedQuery as streamedQuery } from '@tanstack/react-query';
import type { Overview } from './overview-query.ts';

type EventNow = Overview['events'][number];

/** The newest of each kind of message; none before the first. */
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
      paid_at: string;
    }[];
  };
}

const KINDS = ['sales', 'check-ins', 'orders'] as const;

/** After a refusal: a server that is leaving, or has as many streams as it takes, is another one or has fewer soon. */
const ASK_AGAIN_MS = 5_000;

/**
 * One stream for the page that shows it; it ends when nobody does. The browser connects again when it breaks, but not when
 * it is refused: then it is asked for anew.
 */
export const liveQuery = queryOptions({
  queryKey: ['live'],
  queryFn: streamedQuery({
    streamFn: ({ signal }) => messages(signal),
    reducer: (live: Live, message: Live) => ({ ...live, ...message }),
    initialValue: {},
    // What was told stands until it is told anew.
    refetchMode: 'append',
  }),
  staleTime: 0,
  gcTime: 0,
  retry: true,
  retryDelay: ASK_AGAIN_MS,
});

async function* messages(signal: AbortSignal): AsyncGenerator<Live> {
  const source = new EventSource('/api/v1/live');
  const waiting: Live[] = [];
  let wake = () => {};
  for (const kind of KINDS)
    source.addEventListener(kind, ({ data }) => {
      waiting.push({ [kind]: JSON.parse(data) });
      wake();
    });
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
