import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../test/fixtures/problems.ts';
import { readConfig } from './config.ts';

describe('settings of webhooks', () => {
  test('default to public targets only and retries for about three days', () => {
    const { webhookAllowPrivateTargets, webhookRetrySeconds } = readConfig({});
    expect(webhookAllowPrivateTargets).toBe(false);
    expect(webhookRetrySeconds).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  });

  test('are read from the environment, spaces and fractions included', () => {
    expect(readConfig({ WEBHOOK_ALLOW_PRIVATE_TARGETS: '1', WEBHOOK_RETRY_SECONDS: '0.5, 1,60' })).toMatchObject({
      webhookAllowPrivateTargets: true,
      webhookRetrySeconds: [0.5, 1, 60],
    });
  });

  test.each(['x', '1,,2', '1;2', '-1', '1e3', '604801', ',', Array(51).fill('1').join()])(
    'refuse the waits %j and name the format',
    (value) => {
      expect(problemsOf({ WEBHOOK_RETRY_SECONDS: value })).toEqual([
        `WEBHOOK_RETRY_SECONDS must be a comma list of at most 50 waits from 0 to 604800 seconds, not "${value}"`,
      ]);
    },
  );

  test('accept name servers by address, and none by name', () => {
    expect(readConfig({}).webhookDnsServers).toEqual([]);
    const servers = ['1.1.1.1', '127.0.0.1:5353', '[::1]:53'];
    expect(readConfig({ WEBHOOK_DNS_SERVERS: servers.join(', ') }).webhookDnsServers).toEqual(servers);
    for (const value of ['dns.example', '1.1.1', '1.1.1.1;9.9.9.9'])
      expect(problemsOf({ WEBHOOK_DNS_SERVERS: value })).toEqual([
        'WEBHOOK_DNS_SERVERS must be a comma list of IP addresses, such as 1.1.1.1 or 127.0.0.1:5353',
      ]);
  });

  test('refuse anything but 0 and 1 for private targets', () => {
    expect(problemsOf({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'yes' })).toEqual([
      'WEBHOOK_ALLOW_PRIVATE_TARGETS must be one of 0, 1, not "yes"',
    ]);
  });
});
