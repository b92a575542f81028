import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../test/databases/postgres-server.ts';
import type { RateLimitState } from './rate-limit.ts';
import { SharedSlidingWindow } from './shared-rate-limit.ts';

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
  async function limiter(limit: number, { windowMs = WINDOW_MS } = {}) {
    const { lines, log } = recorder();
    const url = `redis://127.0.0.1:${port}`;
    const one = await SharedSlidingWindow.connect(limit, { url, log, windowMs, timeoutMs: TIMEOUT_MS });
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
    one.close();
    other.close();
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
    one.close();
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
    one.close();
  });

  test('a process that starts without Redis counts alone', async () => {
    const { lines, log } = recorder();
    const one = await SharedSlidingWindow.connect(2, { url: `redis://127.0.0.1:${await freePort()}`, log });
    const alone = [];
    for (let n = 0; n < 3; n++) alone.push((await one.take('start', 0)).allowed);
    expect(alone).toEqual([true, true, false]);
    expect(lines.filter(({ level }) => level === ALONE)).toHaveLength(1);
    one.close();
  });
});
