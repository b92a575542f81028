import { Resolver } from 'node:dns';
import type { Environment } from './environment.ts';

/** A receiver that fails for longer has been disabled by then: see `FAILING_MS` of the webhooks. */
const MAX_RETRY_SECONDS = 7 * 86_400;
/** Every attempt is a row; ten attempts span three days. */
const MAX_RETRIES = 50;
/** About three days in total. */
const RETRY_SECONDS = '5,300,1800,7200,18000,36000,50400,72000,86400';

export const readWebhookSettings = (env: Environment) => ({
  /** Allows loopback and private addresses, for development and tests. */
  webhookAllowPrivateTargets: env.flag('WEBHOOK_ALLOW_PRIVATE_TARGETS', false),
  /** Name servers for the names of endpoints; empty: those of the operating system. */
  webhookDnsServers: readDnsServers(env, 'WEBHOOK_DNS_SERVERS'),
  /** Waits between the attempts of a delivery; there is one more attempt than waits. */
  webhookRetrySeconds: readRetrySeconds(env, 'WEBHOOK_RETRY_SECONDS'),
});

function readRetrySeconds(env: Environment, name: string): number[] {
  const value = env.text(name) ?? RETRY_SECONDS;
  const waits = value.split(',').map((part) => (/^\d+(\.\d+)?$/.test(part.trim()) ? Number(part) : Number.NaN));
  if (waits.every((wait) => wait <= MAX_RETRY_SECONDS) && waits.length <= MAX_RETRIES) return waits;
  env.refuse(
    name,
    `be a comma list of at most ${MAX_RETRIES} waits from 0 to ${MAX_RETRY_SECONDS} seconds, not "${value}"`,
  );
  return [];
}

function readDnsServers(env: Environment, name: string): string[] {
  const servers =
    env
      .text(name)
      ?.split(',')
      .map((part) => part.trim()) ?? [];
  try {
    new Resolver().setServers(servers);
    return servers;
  } catch {
    env.refuse(name, 'be a comma list of IP addresses, such as 1.1.1.1 or 127.0.0.1:5353');
    return [];
  }
}
