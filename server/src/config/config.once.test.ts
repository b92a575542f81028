import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../test/fixtures/problems.ts';
import { readConfig } from './config.ts';

const PERCENT_ENCODED = 'have its user and password percent-encoded: in them a % is %25, an @ is %40 and a / is %2F';

describe('DATABASE_URL', () => {
  test.each([
    'postgres://db.example',
    'postgres:///tickets?host=/var/run/postgresql',
    'postgresql://%2Fvar%2Frun/tickets',
  ])('may be %s', (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test.each([
    ['postgres://', 'name a host: postgres://user:password@host'],
    ['postgres:///tickets?host=', 'name a host: postgres://user:password@host'],
    ['postgres://u:p%zz@db.example', PERCENT_ENCODED],
    ['postgres://u:p@ss/word@db.example/tickets', PERCENT_ENCODED],
  ])('must not be %s', (url, rule) => {
    expect(problemsOf({ DATABASE_URL: url })).toEqual([`DATABASE_URL must ${rule}`]);
  });
});

test('REDIS_URL has no path but the number of a database', () => {
  expect(readConfig({ REDIS_URL: 'redis://cache.example:6379/2' }).redisUrl).toBe('redis://cache.example:6379/2');
  expect(problemsOf({ REDIS_URL: 'redis://cache.example/main' })).toEqual([
    'REDIS_URL must have no path but the number of a database, as in redis://host:6379/0',
  ]);
});

test('DATABASE_REPLICA_URL needs a server that it is a replica of', () => {
  expect(problemsOf({ DATABASE_REPLICA_URL: 'postgres://standby.example/tickets' })).toEqual([
    'DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica',
  ]);
});

test.each([',', ' , ', 'c2hvcnQ='])('SECRETS_KEY must not be "%s", which has no key', (keys) => {
  const problems = problemsOf({ SECRETS_KEY: keys, PAYMENT_PROVIDER: 'paymongo' });
  expect(problems).toEqual(['SECRETS_KEY must be 32 bytes as base64, or a comma list of such keys']);
});

describe('NODE_ENV', () => {
  test.each(['Production', 'PRODUCTION'])('must not be %s, which is probably meant as production', (value) => {
    expect(problemsOf({ NODE_ENV: value })).toEqual([`NODE_ENV must be production, in small letters, not "${value}"`]);
  });

  test.each(['development', 'test', ''])('may be "%s", which is not production', (value) => {
    expect(readConfig({ NODE_ENV: value }).production).toBe(false);
  });
});
