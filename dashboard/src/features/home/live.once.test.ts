import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showFor } from '../../api/shown-for.ts';
import { liveQuery } from './live.ts';

/** An EventSource that the test controls. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    Source.opened.push(this);
  }

  close() {
    this.readyState = Source.CLOSED;
  }

  send(kind: string, message: unknown) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(message) }));
  }

  /** A status other than 200. Browsers do not reconnect then. */
  refuse() {
    this.close();
    this.dispatchEvent(new Event('error'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  Source.opened = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listening = async (work: (data: () => unknown) => Promise<void>, client = new QueryClient()) => {
  const observer = new QueryObserver(client, liveQuery);
  const leave = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  await work(() => observer.getCurrentResult().data);
  leave();
  await vi.advanceTimersByTimeAsync(0);
};

test('a refused stream is opened again until it succeeds, and the data stays', () =>
  listening(async (data) => {
    const checkIns = { events: [{ id: 'event', checked_in: 3 }] };
    Source.opened[0]?.send('check-ins', checkIns);
    await vi.advanceTimersByTimeAsync(0);
    expect(data()).toEqual({ 'check-ins': checkIns });
    for (let refused = 0; refused < 5; refused++) {
      Source.opened.at(-1)?.refuse();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(Source.opened).toHaveLength(refused + 2);
      expect(data()).toEqual({ 'check-ins': checkIns });
    }
    const orders = { newest: [] };
    Source.opened.at(-1)?.send('orders', orders);
    await vi.advanceTimersByTimeAsync(0);
    expect(data()).toEqual({ 'check-ins': checkIns, orders });
  }));

test('the stream names whom the tab shows: another tab may change the session before it is opened again', async () => {
  showFor({ user: { id: 'ana' }, organization: { id: 'live' } });
  await listening(async () => expect(Source.opened[0]?.url).toBe('/api/v1/live?shown_for=live+ana'));
  showFor(null);
});

test('the stream is closed when no page uses it', async () => {
  await listening(async () => expect(Source.opened[0]?.readyState).toBe(0));
  expect(Source.opened.map(({ readyState }) => readyState)).toEqual([Source.CLOSED]);
});

test('the seats that are shown are read again after a sale', async () => {
  const client = new QueryClient();
  let reads = 0;
  const seats = new QueryObserver(client, { queryKey: ['seats', 'event'], queryFn: () => ++reads });
  const leave = seats.subscribe(() => {});
  await listening(async () => {
    Source.opened[0]?.send('check-ins', { events: [] });
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toBe(1);
    Source.opened[0]?.send('sales', { events: [] });
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toBe(2);
  }, client);
  leave();
});
