import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../test/databases/postgres-server.ts';
import { openNetwork } from '../../../../test/fixtures/lossy-network.ts';
import type { RateLimitState } from './rate-limit.ts';
import { SharedCounts } from './shared-rate-limit.ts';

/** Debian's redis-server or valkey-server; `.ci/run` installs one. */
const program = ['redis-server', 'valkey-server'].find((name) => {
  try {
    execFileSync(name, ['--version']);
    return true;
  } catch {
    return false;
  }
});

const WINDOW_MS = 1_000;
/** In production an answer may take 100 ms; a busy test machine takes longer. */
const TIMEOUT_MS = 20_000;

/** The levels of the lines that say that a process counts alone, and that it shares again. */
const [ALONE, SHARED] = [40, 30];

function recorder() {
  const lines: { level: number; msg: string }[] = [];
  return { lines, log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }) };
}

describe.skipIf(!program)('a rate limit shared through Redis', () => {
  let port = 0;
  let redis: ChildProcess;

  async function start() {
    redis = spawn(program ?? '', ['--port', String(port), '--save', '', '--appendonly', 'no'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for await (const chunk of redis.stdout ?? []) if (/ready to accept/i.test(String(chunk))) break;
  }

  beforeAll(async () => {
    port = await freePort();
    await start();
  });
  afterAll(() => void redis.kill('SIGKILL'));

  /** `lines` are what it has logged since Redis counted for it. */
  async function limiter(limit: number, options: Partial<Parameters<typeof SharedCounts.connect>[0]> = {}) {
    const { lines, log } = recorder();
    const url = `redis://127.0.0.1:${port}`;
    const counts = await SharedCounts.connect({ url, log, windowMs: WINDOW_MS, timeoutMs: TIMEOUT_MS, ...options });
    onTestFinished(() => counts.close());
    const one = counts.limiter(limit);
    // A start waits only two seconds for Redis. If the connection comes later, the process counts alone until then.
    await expect
      .poll(async () => {
        await one.take(randomUUID(), 0);
        return lines.at(-1)?.level;
      })
      .not.toBe(ALONE);
    lines.length = 0;
    return { one, lines };
  }

  test('two processes share one limit, and refused requests do not count', async () => {
    const windowMs = 60_000;
    const [{ one }, { one: other }] = [await limiter(5, { windowMs }), await limiter(5, { windowMs })];
    const taken = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? one : other).take('together', 0)));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(5);
  });

  test('a slot is freed when the oldest request leaves the window, not before', async () => {
    const { one } = await limiter(1);
    let slot: string;
    let refused: RateLimitState;
    let startedMs: number;
    do {
      slot = randomUUID();
      startedMs = performance.now();
      expect((await one.take(slot, 0)).allowed).toBe(true);
      refused = await one.take(slot, 0);
      // Again if more than a window was between the two.
    } while (performance.now() - startedMs >= WINDOW_MS);
    expect(refused.allowed).toBe(false);
    expect(refused.resetMs).toBeGreaterThan(0);
    expect(refused.resetMs).toBeLessThanOrEqual(WINDOW_MS);
    await pause(refused.resetMs + 5);
    expect((await one.take(slot, 0)).allowed).toBe(true);
  });

  test('a request that was counted while the clock of Redis was hours ahead does not count once it is set back', async () => {
    const { one } = await limiter(1);
    const client = await createClient({ url: `redis://127.0.0.1:${port}` }).connect();
    await client.zAdd('takilya:rate:ahead', { score: Date.now() + 8 * 3_600_000, value: 'counted' });
    client.destroy();
    expect((await one.take('ahead', 0)).allowed).toBe(true);
  });

  test('without Redis the process counts alone, logs that once, fails no request, and shares again when Redis is back', async () => {
    const { one, lines } = await limiter(3);
    expect((await one.take('away', 0)).remaining).toBe(2);
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    const alone = [];
    for (let n = 0; n < 5; n++) alone.push((await one.take('away', 0)).allowed);
    expect(alone).toEqual([true, true, true, false, false]);
    expect(lines.filter(({ level }) => level === ALONE)).toHaveLength(1);
    await start();
    await expect
      .poll(async () => (await one.take('back', 0)).remaining >= 0 && lines.some(({ level }) => level === SHARED))
      .toBe(true);
  });

  test('a process that is busy itself takes no Redis for silent', async () => {
    // Again if Redis was really slower.
    await expect
      .poll(async () => {
        const { one, lines } = await limiter(3, { timeoutMs: 50 });
        const asked = one.take(randomUUID(), 0);
        await turn();
        const busyUntilMs = performance.now() + 200;
        while (performance.now() < busyUntilMs);
        await asked;
        return lines;
      })
      .toEqual([]);
  });

  test('a Redis that is gone without a word is asked by one request a second, over a new connection in the end', async () => {
    const network = await openNetwork(`redis://127.0.0.1:${port}`);
    const { one, lines } = await limiter(1_000, { url: network.url, timeoutMs: 100, reconnectAfterMs: 1_500 });
    expect((await one.take('gone', 0)).remaining).toBe(999);
    network.lose();
    await one.take('gone', 0);
    expect(lines.map(({ level }) => level)).toEqual([ALONE]);
    let answered = 0;
    const ask = async () => {
      await one.take('gone', 0);
      answered++;
    };
    const asked = Array.from({ length: 500 }, ask);
    await turn();
    // One of them may be the next to ask, and wait.
    expect(answered).toBeGreaterThanOrEqual(499);
    await Promise.all(asked);
    await expect
      .poll(async () => {
        await one.take('gone', 0);
        return lines.at(-1)?.level;
      })
      .toBe(SHARED);
  });

  test('a process that starts without Redis counts alone', async () => {
    const { lines, log } = recorder();
    const counts = await SharedCounts.connect({ url: `redis://127.0.0.1:${await freePort()}`, log });
    onTestFinished(() => counts.close());
    const one = counts.limiter(2);
    const alone = [];
    for (let n = 0; n < 3; n++) alone.push((await one.take('start', 0)).allowed);
    expect(alone).toEqual([true, true, false]);
    expect(lines.filter(({ level }) => level === ALONE)).toHaveLength(1);
  });
});
