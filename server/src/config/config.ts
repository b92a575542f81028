import { resolve } from 'node:path';
import { LOCAL_HOSTS } from '../values/local-hosts.ts';
import { PROVIDER_NAMES, type ProviderName } from '../values/provider-name.ts';
import { SECRET_KEY_BYTES } from '../values/secret-box.ts';

/** `web` answers HTTP, `worker` does what time brings about and sends webhooks, `all` is both in one process. */
const ROLES = ['all', 'web', 'worker'] as const;

/** Settings, read once at start. `docs/operate.md` explains each to the person who runs Takilya. */
export interface Config {
  production: boolean;
  role: (typeof ROLES)[number];
  host: string;
  port: number;
  /** What clients and buyers reach; null: `http://localhost:<the port that was bound>`. No slash at the end. */
  publicUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  /** Whether PostgreSQL's sessions keep prepared statements: not all poolers let them. */
  preparedStatements: boolean;
  /** When told to stop: how long it goes on answering, so that whoever sends requests here sees that it leaves. */
  drainSeconds: number;
  demo: boolean;
  rateLimitPerMinute: number;
  /** Where instances share the count of requests; null: each process counts its own. */
  redisUrl: string | null;
  checkoutHoldSeconds: number;
  geocoderUrl: string | null;
  /** For organizations that chose none of their own. */
  paymentProvider: ProviderName;
  /** Seal the secrets of payment accounts; the first one seals, all of them open. */
  secretsKeys: Buffer[];
  /** No slash at the end. */
  paymongoUrl: string;
  xenditUrl: string;
  /** Whether subscriptions can be cancelled, and lapse; otherwise the contract's 503. */
  subscriptionWrites: boolean;
  /** Webhooks may reach loopback and private addresses: for development and tests. */
  webhookAllowPrivateTargets: boolean;
  /** Waits between the tries of a delivery; one more try than there are waits. */
  webhookRetrySeconds: number[];
  /** Where mails go; null: they are kept as files in the data directory. */
  mailUrl: string | null;
  /** The address they come from. */
  mailFrom: string;
  logLevel: string;
  /** An OTLP receiver for traces, without `/v1/traces`; null: none are made. */
  tracesEndpoint: string | null;
  /** Of 1: the share of traces that are kept. */
  tracesRatio: number;
}

/** Thrown with every problem at once, so that a new installation is mended in one go. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`Takilya cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const PRODUCTION = 'production';
const MAX_PORT = 65_535;
/** A hold of more than a day is a reservation, which nobody asked for. */
const MAX_HOLD_SECONDS = 86_400;
/** Load balancers look every few seconds; five minutes is more than the slowest of them needs. */
const MAX_DRAIN_SECONDS = 300;
/** With the 6 s that stopping takes after it, within the 10 s after which containers are killed. */
const DRAIN_SECONDS = 3;
/** A receiver that is down for longer has disabled itself by then: see `FAILING_MS` of the webhooks. */
const MAX_WEBHOOK_RETRY_SECONDS = 7 * 86_400;
/** Every try is a row; ten span three days. */
const MAX_WEBHOOK_RETRIES = 50;
/** About three days in all. */
const WEBHOOK_RETRY_SECONDS = '5,300,1800,7200,18000,36000,50400,72000,86400';
/** Without a name: that is the organization's. */
const ADDRESS = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\]+$/;
/** What a path can be put behind. */
const BASE_URL = /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i;
/** A common mistake, since clients are given the address with it. */
const API_PATH = /\/api\/v1$/i;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** PostgreSQL on this machine may be named by its socket: `postgres:///tickets?host=/var/run/postgresql`. */
const namesHost = ({ hostname, protocol, searchParams }: URL) =>
  hostname !== '' || (protocol.startsWith('postgres') && Boolean(searchParams.get('host')));

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The only reader of the environment. @throws ConfigError */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  /** An empty setting counts as unset: `DATABASE_URL= npm start` is a common way to say "none". */
  const text = (name: string) => environment[name]?.trim() || null;

  function integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const value = text(name);
    if (value === null) return fallback;
    if (/^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum) return Number(value);
    problems.push(`${name} must be an integer from ${minimum} to ${maximum}, not "${value}"`);
    return fallback;
  }

  function choice<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const value = text(name);
    if (value === null) return fallback;
    const found = values.find((candidate) => candidate === value);
    if (!found) problems.push(`${name} must be one of ${values.join(', ')}, not "${value}"`);
    return found ?? fallback;
  }

  function url(name: string, protocols: string[]): string | null {
    const value = text(name);
    if (value === null || protocols.includes(URL.parse(value)?.protocol ?? '')) return value;
    // The value is not repeated: an address of a database holds its password.
    problems.push(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return null;
  }

  /** A server that one may have to log in to: the name and password in its URL are decoded when it is connected to. */
  function serverUrl(name: string, protocols: string[]): string | null {
    const value = url(name, protocols);
    if (value === null) return null;
    const parsed = new URL(value);
    if (!namesHost(parsed)) problems.push(`${name} must name a host: ${protocols[0]}//user:password@host`);
    if (!isPercentEncoded(parsed.username + parsed.password))
      problems.push(`${name} must have its user and password percent-encoded: a % in them is %25`);
    return value;
  }

  function seconds(name: string, fallback: string): number[] {
    const value = text(name) ?? fallback;
    const list = value.split(',').map((part) => (/^\d+(\.\d+)?$/.test(part.trim()) ? Number(part) : Number.NaN));
    if (list.every((wait) => wait <= MAX_WEBHOOK_RETRY_SECONDS) && list.length <= MAX_WEBHOOK_RETRIES) return list;
    problems.push(
      `${name} must be a comma list of at most ${MAX_WEBHOOK_RETRIES} waits from 0 to ${MAX_WEBHOOK_RETRY_SECONDS} seconds, not "${value}"`,
    );
    return [];
  }

  function share(name: string, fallback: number): number {
    const value = text(name);
    if (value === null) return fallback;
    if (/^\d+(\.\d+)?$/.test(value) && Number(value) <= 1) return Number(value);
    problems.push(`${name} must be a number from 0 to 1, not "${value}"`);
    return fallback;
  }

  function keys(name: string): Buffer[] {
    const value = text(name);
    if (value === null) return [];
    const list = value.split(',').filter((part) => part.trim() !== '');
    const decoded = list.map((part) => Buffer.from(part.trim(), 'base64'));
    if (decoded.length > 0 && decoded.every((key) => key.length === SECRET_KEY_BYTES)) return decoded;
    // The value is not repeated: it is a secret.
    problems.push(`${name} must be ${SECRET_KEY_BYTES} bytes as base64, or a comma list of such keys`);
    return [];
  }

  /** Other values are other programs' business, but who spells this one otherwise means it, and would get play money. */
  function isProduction(value: string | null): boolean {
    if (value !== PRODUCTION && value?.toLowerCase() === PRODUCTION)
      problems.push(`NODE_ENV must be ${PRODUCTION}, in small letters, not "${value}"`);
    return value === PRODUCTION;
  }

  /** Where secret keys are sent: never in the clear, but to a stand-in on this machine. */
  function apiUrl(name: string, fallback: string): string {
    const value = url(name, ['http:', 'https:'])?.replace(/\/+$/, '') ?? fallback;
    if (value.startsWith('http:') && !LOCAL_HOSTS.has(new URL(value).hostname))
      problems.push(`${name} must be a URL that starts with https://`);
    return value;
  }

  const production = isProduction(text('NODE_ENV'));
  const paymentProvider = choice('PAYMENT_PROVIDER', PROVIDER_NAMES, 'sandbox');
  const databaseUrl = serverUrl('DATABASE_URL', ['postgres:', 'postgresql:']);
  const demoByDefault = databaseUrl === null && !production && paymentProvider === 'sandbox' ? '1' : '0';
  const config: Config = {
    production,
    role: choice('ROLE', ROLES, 'all'),
    host: text('HOST') ?? '127.0.0.1',
    port: integer('PORT', 3000, 0, MAX_PORT),
    publicUrl: url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl,
    preparedStatements: choice('DATABASE_PREPARED_STATEMENTS', ['0', '1'], '1') === '1',
    // The embedded database has one process: nobody takes over, and Ctrl-C need not wait.
    drainSeconds: integer('DRAIN_SECONDS', databaseUrl === null ? 0 : DRAIN_SECONDS, 0, MAX_DRAIN_SECONDS),
    demo: choice('DEMO', ['0', '1'], demoByDefault) === '1',
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', 100, 1, 10_000_000),
    redisUrl: serverUrl('REDIS_URL', ['redis:', 'rediss:']),
    checkoutHoldSeconds: integer('CHECKOUT_HOLD_SECONDS', 900, 1, MAX_HOLD_SECONDS),
    geocoderUrl: url('GEOCODER_URL', ['http:', 'https:']),
    paymentProvider,
    secretsKeys: keys('SECRETS_KEY'),
    paymongoUrl: apiUrl('PAYMONGO_URL', 'https://api.paymongo.com'),
    xenditUrl: apiUrl('XENDIT_URL', 'https://api.xendit.co'),
    subscriptionWrites: choice('SUBSCRIPTION_WRITES', ['disabled', 'enabled'], 'disabled') === 'enabled',
    webhookAllowPrivateTargets: choice('WEBHOOK_ALLOW_PRIVATE_TARGETS', ['0', '1'], '0') === '1',
    webhookRetrySeconds: seconds('WEBHOOK_RETRY_SECONDS', WEBHOOK_RETRY_SECONDS),
    mailUrl: serverUrl('MAIL_URL', ['smtp:', 'smtps:']),
    mailFrom: text('MAIL_FROM') ?? 'tickets@localhost',
    logLevel: choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    tracesEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    tracesRatio: share('OTEL_TRACES_SAMPLER_ARG', 1),
  };
  if (config.mailUrl !== null && text('MAIL_FROM') === null)
    problems.push('MAIL_FROM is required with MAIL_URL: the address that mails come from');
  if (config.mailUrl !== null && config.role === 'worker' && config.publicUrl === null)
    problems.push(
      'PUBLIC_URL is required with MAIL_URL and ROLE=worker: mails lead to it, and a worker has no address',
    );
  if (config.publicUrl !== null && !BASE_URL.test(config.publicUrl))
    problems.push('PUBLIC_URL must be an address without a user name, ? and #: paths are added to it');
  if (config.publicUrl !== null && API_PATH.test(config.publicUrl))
    problems.push('PUBLIC_URL must not end in /api/v1: that is added to it, as other paths are');
  if (!ADDRESS.test(config.mailFrom)) problems.push(`MAIL_FROM must be an e-mail address, not "${config.mailFrom}"`);
  const sandboxAllowed = choice('ALLOW_SANDBOX_PAYMENTS', ['0', '1'], '0') === '1';
  if (production && config.paymentProvider === 'sandbox' && !sandboxAllowed)
    problems.push(
      'PAYMENT_PROVIDER is sandbox, where nobody pays: in production choose another, or set ALLOW_SANDBOX_PAYMENTS=1',
    );
  if (config.role !== 'all' && text('DATABASE_URL') === null)
    problems.push(
      `ROLE=${config.role} needs DATABASE_URL: the embedded database belongs to one process, which has to be ROLE=all`,
    );
  if (paymentProvider !== 'sandbox' && text('SECRETS_KEY') === null)
    problems.push(`SECRETS_KEY must be set with PAYMENT_PROVIDER=${paymentProvider}: 32 random bytes as base64`);
  if (paymentProvider !== 'sandbox' && config.demo)
    problems.push('DEMO=1 needs PAYMENT_PROVIDER=sandbox: the demo is bought with play money');
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
