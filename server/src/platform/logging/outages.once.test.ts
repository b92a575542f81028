import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../database/database.ts';
import { createLogger } from './logger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen() {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });
  const heard = () => lines.splice(0).map((line) => JSON.parse(line));
  return { log, heard };
}

const away = (reason = 'connect ECONNREFUSED', cause?: Error) => ({ err: new DatabaseUnavailable(reason, { cause }) });

test('an outage logs one line, one every ten seconds while it lasts, and one at its end', () => {
  const { log, heard } = listen();
  const request = log.child({ requestId: 'one' });
  for (let times = 0; times < 1_000; times++) request.error(away(), 'request failed');
  expect(heard()).toMatchObject([
    { msg: 'request failed', requestId: 'one', err: { message: 'connect ECONNREFUSED' } },
  ]);

  vi.advanceTimersByTime(10_000);
  const [still, ...others] = heard();
  expect(others).toEqual([]);
  expect(still).toMatchObject({ level: 50, reason: 'connect ECONNREFUSED', times: 999 });
  expect(still).not.toHaveProperty('requestId');

  log.error(away(), 'periodic task failed');
  vi.advanceTimersByTime(10_000);
  expect(heard()).toMatchObject([{ level: 50, times: 1 }]);
  vi.advanceTimersByTime(10_000);
  expect(heard()).toMatchObject([{ level: 30, msg: 'database available again: no failures for 10 s' }]);
  vi.advanceTimersByTime(60_000);
  expect(heard()).toEqual([]);

  log.error(away(), 'periodic task failed');
  expect(heard()).toMatchObject([{ msg: 'periodic task failed' }]);
});

test('another reason is logged at once, and other errors every time', () => {
  const { log, heard } = listen();
  log.error(away(), 'request failed');
  log.error(away('canceling statement due to lock timeout'), 'request failed');
  for (const _ of ['once', 'again']) log.error({ err: new Error('a mistake') }, 'request failed');
  log.warn('a message');
  expect(heard().map(({ err, msg }) => err?.message ?? msg)).toEqual([
    'connect ECONNREFUSED',
    'canceling statement due to lock timeout',
    'a mistake',
    'a mistake',
    'a message',
  ]);
  log.error(away(), 'request failed');
  vi.advanceTimersByTime(10_000);
  // The other reason did not occur again, so it is not counted.
  expect(heard()).toMatchObject([{ reason: 'connect ECONNREFUSED', times: 1 }]);
});

test('a line contains the reason once, and no row data, wherever the database error has it', () => {
  const { log, heard } = listen();
  const told = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(maria@example.com)' });
  log.error(away('duplicate key', told), 'request failed');
  const [line] = heard();
  expect(line.err).toMatchObject({ message: 'duplicate key', cause: { message: 'duplicate key', code: '23505' } });
  expect(JSON.stringify(line)).not.toContain('maria');
});
