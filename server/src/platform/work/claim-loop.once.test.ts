import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { serviceMetrics } from '../metrics/service-metrics.ts';
import { type ClaimedWork, ClaimLoop } from './claim-loop.ts';

interface Item {
  id: string;
}

const START = new Date('2027-03-01T12:00:00Z');
const clock = { now: () => START };

/** A queue in memory; each item runs until the test lets it end. */
function queue(work: Partial<ClaimedWork<Item, string>> = {}) {
  const due: Item[] = [];
  const ends = new Map<string, (result: string) => void>();
  const settled: [string, string][] = [];
  const claims: { limit: number; inProgress: string[]; leaseSeconds: number }[] = [];
  const lines: object[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push(JSON.parse(line)) });
  const loop = new ClaimLoop<Item, string>(
    {
      name: 'test',
      pollEveryMs: 1_000,
      leaseMs: 20_000,
      maxInProgress: 2,
      async claim({ now, leaseUntil, limit, inProgress }) {
        const leaseSeconds = (leaseUntil.getTime() - now.getTime()) / 1_000;
        claims.push({ limit, inProgress: inProgress.map(({ id }) => id), leaseSeconds });
        return due.splice(0, limit);
      },
      run: ({ id }) => new Promise((resolve) => ends.set(id, resolve)),
      async settle({ id }, result) {
        settled.push([id, result]);
      },
      ...work,
    },
    { clock, log },
  );
  const add = (...ids: string[]) => void due.push(...ids.map((id) => ({ id })));
  const end = (id: string, result = 'done') => ends.get(id)?.(result);
  return { loop, add, end, due, settled, claims, lines };
}

describe('a round', () => {
  test('starts due items up to the limit, behind a lease, and passes those in progress to the claim', async () => {
    const { loop, add, end, settled, claims } = queue();
    add('a', 'b', 'c');
    expect(await loop.begin()).toBe(2);
    expect(await loop.begin()).toBe(0);
    end('a');
    await vi.waitFor(() => expect(settled).toEqual([['a', 'done']]));
    expect(await loop.begin()).toBe(1);
    expect(claims).toEqual([
      { limit: 2, inProgress: [], leaseSeconds: 20 },
      { limit: 1, inProgress: ['b'], leaseSeconds: 20 },
    ]);
    end('b');
    end('c');
    await loop.settled();
    expect(settled.map(([id]) => id)).toEqual(['a', 'b', 'c']);
  });

  test('frees a slot when an item ends, before its result is saved', async () => {
    const writing = Promise.withResolvers<void>();
    const { loop, add, end } = queue({ maxInProgress: 1, settle: () => writing.promise });
    add('a', 'b');
    await loop.begin();
    end('a');
    await vi.waitFor(async () => expect(await loop.begin()).toBe(1));
    writing.resolve();
    end('b');
    await loop.settled();
  });

  test.each(['run', 'settle'] as const)('logs an item whose %s fails, and continues', async (part) => {
    const broken = async ({ id }: Item) => {
      if (id === 'bad') throw new Error('broken');
      return 'done';
    };
    const { loop, add, lines } = queue({ run: async () => 'done', [part]: broken });
    add('bad', 'good');
    await loop.begin();
    await loop.settled();
    expect(lines).toMatchObject([{ level: 50, task: 'test', id: 'bad', err: { message: 'broken' } }]);
    expect(await loop.begin()).toBe(0);
  });

  test('frees the slot of an item that fails before it begins to wait', async () => {
    const run = () => {
      throw new Error('its secret cannot be opened');
    };
    const { loop, add, lines } = queue({ maxInProgress: 1, run });
    for (const id of ['a', 'b']) {
      add(id);
      expect(await loop.begin()).toBe(1);
      await loop.settled();
    }
    expect(lines).toHaveLength(2);
  });
});

describe('the loop', () => {
  const poll = <Value>(value: () => Value) => expect.poll(value, { interval: 1 });

  test('polls repeatedly', async () => {
    const { loop, add, end, settled } = queue({ pollEveryMs: 1 });
    const stop = loop.start();
    await poll(() => settled.length).toBe(0);
    add('a');
    await poll(() => {
      end('a');
      return settled;
    }).toEqual([['a', 'done']]);
    await stop();
  });

  test('polls as soon as an item ends', async () => {
    const { loop, add, end, claims } = queue({ maxInProgress: 1, pollEveryMs: 1_000_000 });
    add('a', 'b');
    const stop = loop.start();
    await poll(() => claims.length).toBe(1);
    end('a');
    await poll(() => claims.length).toBe(2);
    end('b');
    await stop();
  });

  test('continues after a failed claim, and counts it', async () => {
    let claims = 0;
    const { loop, lines, end, settled } = queue({
      pollEveryMs: 1,
      async claim({ limit }) {
        if (++claims === 1) throw new Error('away');
        return waiting.splice(0, limit);
      },
    });
    const waiting: Item[] = [{ id: 'a' }];
    const stop = loop.start();
    await poll(() => lines).toMatchObject([{ level: 50, task: 'test', err: { message: 'away' } }]);
    expect(await serviceMetrics.metrics()).toMatch(/^takilya_task_failures_total\{task="test"\} 1$/m);
    await poll(() => {
      end('a');
      return settled;
    }).toEqual([['a', 'done']]);
    expect(lines).toHaveLength(1);
    await stop();
  });

  test('starts no more items when it is stopped, and waits for those in progress', async () => {
    const { loop, add, end, due, claims, settled } = queue({ maxInProgress: 1 });
    add('a', 'b');
    const stop = loop.start();
    await poll(() => claims.length).toBe(1);
    let isStopped = false;
    const stopping = stop().then(() => {
      isStopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isStopped).toBe(false);
    end('a');
    await stopping;
    expect(settled).toEqual([['a', 'done']]);
    expect(due).toEqual([{ id: 'b' }]);
  });

  test('aborts hanging items when it is stopped', async () => {
    const cut = Promise.withResolvers<string>();
    const { loop, add, claims, settled } = queue({ run: () => cut.promise, abort: () => cut.resolve('cut off') });
    add('a');
    const stop = loop.start({ finishWithinMs: 1 });
    await poll(() => claims.length).toBe(1);
    await stop();
    expect(settled).toEqual([['a', 'cut off']]);
  });
});
