import { isIP } from 'node:net';
import { type Environment, HTTP, withoutSlashAtEnd } from './environment.ts';

/** `web` serves HTTP, `worker` runs periodic tasks and sends webhooks and mails, `all` does both in one process. */
const ROLES = ['all', 'web', 'worker'] as const;
const PRODUCTION = 'production';
const MAX_PORT = 65_535;
/** Load balancers check every few seconds; five minutes is more than the slowest of them needs. */
const MAX_DRAIN_SECONDS = 300;
/** With the 6 s that stopping takes afterwards, this stays within the 10 s after which containers are killed. */
const DRAIN_SECONDS = 3;
const MAX_RATE_LIMIT_PER_MINUTE = 10_000_000;
/** All pages and the API are at the root of a host. */
const HOST_ALONE = /^https?:\/\/[^/?#@]+$/i;

/** The process: where it listens, what it does and how it stops. */
export const readServerSettings = (env: Environment) => ({
  production: readProduction(env),
  role: env.choice('ROLE', ROLES, 'all'),
  host: env.text('HOST') ?? '127.0.0.1',
  port: env.integer('PORT', 3000, { from: 0, to: MAX_PORT }),
  /** The URL that clients and buyers use; null means `http://localhost:<the bound port>`. It has no final slash. */
  publicUrl: readPublicUrl(env),
  /**
   * How long a stopping server keeps answering, so that load balancers notice. With the embedded database there is only
   * one process, so no other one takes over, and Ctrl-C need not wait.
   */
  drainSeconds: env.integer('DRAIN_SECONDS', env.has('DATABASE_URL') ? DRAIN_SECONDS : 0, {
    from: 0,
    to: MAX_DRAIN_SECONDS,
  }),
  /** Requests of one API key in any 60 seconds. */
  rateLimitPerMinute: env.integer('RATE_LIMIT_PER_MINUTE', 100, { from: 1, to: MAX_RATE_LIMIT_PER_MINUTE }),
  /** Proxies whose X-Forwarded-For names the client: addresses and networks. */
  trustedProxies: readNetworks(env, 'TRUSTED_PROXIES', '127.0.0.0/8,::1'),
  /** Names besides that of PUBLIC_URL under which requests are answered. */
  otherHosts: readHosts(env, 'OTHER_HOSTS'),
  /** Redis for rate limits shared by all instances; null means that each process counts its own requests. */
  redisUrl: readRedisUrl(env),
});

function readRedisUrl(env: Environment): string | null {
  const url = env.serverUrl('REDIS_URL', ['redis:', 'rediss:']);
  if (url && !/^\/?\d*$/.test(new URL(url).pathname))
    env.refuse('REDIS_URL', 'have no path but the number of a database, as in redis://host:6379/0');
  return url;
}

/**
 * Other values of NODE_ENV belong to other programs. `Production` is refused: it is probably meant as `production`, and
 * ignoring it would allow sandbox payments.
 */
function readProduction(env: Environment): boolean {
  const value = env.text('NODE_ENV');
  if (value !== PRODUCTION && value?.toLowerCase() === PRODUCTION)
    env.refuse('NODE_ENV', `be ${PRODUCTION}, in small letters, not "${value}"`);
  return value === PRODUCTION;
}

function readPublicUrl(env: Environment): string | null {
  const value = env.url('PUBLIC_URL', HTTP);
  if (value === null) return null;
  const url = withoutSlashAtEnd(value);
  if (!HOST_ALONE.test(url))
    env.refuse(
      'PUBLIC_URL',
      'be an address without a user name, a path, ? and #: /api/v1 and all pages are at its root',
    );
  return url;
}

const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

function readHosts(env: Environment, name: string): string[] {
  const hosts = (env.text(name) ?? '').split(',').flatMap((part) => part.trim().toLowerCase() || []);
  if (hosts.every((host) => HOST_NAME.test(host))) return hosts;
  env.refuse(name, 'be a comma list of host names without ports, such as tickets.example');
  return [];
}

function readNetworks(env: Environment, name: string, fallback: string): string[] {
  const networks = (env.text(name) ?? fallback).split(',').map((part) => part.trim());
  if (networks.every(isNetwork)) return networks;
  env.refuse(name, 'be a comma list of IP addresses and networks, such as 127.0.0.1 or 10.0.0.0/8');
  return [];
}

/** An address, or one with the length of its network. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return family !== 0 && isLength && more.length === 0;
}
