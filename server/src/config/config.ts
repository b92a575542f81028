import { LOCAL_HOSTS } from '../values/local-hosts.ts';
import { readDataSettings } from './data-settings.ts';
import { Environment, HTTP } from './environment.ts';
import { readFileSettings } from './file-settings.ts';
import { readMailSettings } from './mail-settings.ts';
import { readObservationSettings } from './observation-settings.ts';
import { readPaymentSettings } from './payment-settings.ts';
import { readRetentionSettings } from './retention-settings.ts';
import { readServerSettings } from './server-settings.ts';
import { readWalletSettings } from './wallet-settings.ts';
import { readWebhookSettings } from './webhook-settings.ts';

/**
 * Settings, read once at start. Each one is declared in its group, with its name, type, default and limits;
 * `docs/settings.md` explains it to operators.
 */
export type Config = ReturnType<typeof readSettings>;

/** Collects problems in `env`. */
function readSettings(env: Environment) {
  const groups = {
    ...readServerSettings(env),
    ...readDataSettings(env),
    ...readFileSettings(env),
    ...readPaymentSettings(env),
    ...readWebhookSettings(env),
    ...readMailSettings(env),
    ...readWalletSettings(env),
    ...readRetentionSettings(env),
    ...readObservationSettings(env),
    /** A Nominatim-compatible server; null: the offline list of Philippine places. */
    geocoderUrl: env.url('GEOCODER_URL', HTTP),
  };
  const { databaseUrl, production, paymentProvider, mailUrl } = groups;
  return {
    ...groups,
    /** Whether an empty database is filled with demo organizations. */
    demo: env.flag('DEMO', databaseUrl === null && !production && paymentProvider === 'sandbox' && mailUrl === null),
  };
}

/** Lists every problem at once, so that an operator can fix all of them in one go. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`Takilya cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads the configuration. No other code reads the environment.
 * @param demo what the user wrote to get the demo
 * @throws ConfigError
 */
export function readConfig(variables: NodeJS.ProcessEnv = process.env, demo = 'DEMO=1'): Config {
  const env = new Environment(variables);
  const config = readSettings(env);
  const problems = [...env.problems, ...checkTogether(config, env, demo)];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Reads the configuration of `takilya demo`, which refuses what `DEMO=1` does. @throws ConfigError */
export const readDemoConfig = (): Config => readConfig({ ...process.env, DEMO: '1' }, 'npx takilya demo');

/** Checks combinations of settings. @returns a sentence for each problem */
function checkTogether(config: Config, env: Pick<Environment, 'has'>, demo: string): string[] {
  const { role, paymentProvider } = config;
  const problems: [isProblem: boolean, sentence: string][] = [
    [
      config.mailUrl !== null && !env.has('MAIL_FROM'),
      'MAIL_FROM is required with MAIL_URL: the address that mails come from',
    ],
    [
      config.mailUrl !== null && role === 'worker' && config.publicUrl === null,
      'PUBLIC_URL is required with MAIL_URL and ROLE=worker: mails lead to it, and a worker has no address',
    ],
    [
      paymentProvider === 'sandbox' && !config.allowSandboxPayments && !isForDevelopment(config),
      'PAYMENT_PROVIDER is sandbox, which gives tickets away without money: set another provider (docs/payments.md), or ' +
        'ALLOW_SANDBOX_PAYMENTS=1 if that is intended. Without it, the sandbox runs only while PUBLIC_URL is unset or this ' +
        'machine and NODE_ENV is not production',
    ],
    [
      role !== 'all' && !env.has('DATABASE_URL'),
      `ROLE=${role} needs DATABASE_URL: the embedded database belongs to one process, which has to be ROLE=all`,
    ],
    [
      env.has('DATABASE_REPLICA_URL') && !env.has('DATABASE_URL'),
      'DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica',
    ],
    [
      paymentProvider !== 'sandbox' && !env.has('SECRETS_KEY'),
      `SECRETS_KEY must be set with PAYMENT_PROVIDER=${paymentProvider}: 32 random bytes as base64`,
    ],
    [
      paymentProvider !== 'sandbox' && config.demo,
      `${demo} needs PAYMENT_PROVIDER=sandbox: the demo is bought with play money`,
    ],
    [
      config.mailUrl !== null && config.demo,
      `${demo} cannot be used with MAIL_URL: the demo writes to buyers who do not exist`,
    ],
  ];
  return problems.filter(([isProblem]) => isProblem).map(([, sentence]) => sentence);
}

/** Buyers elsewhere cannot reach a server that is known as this machine. */
const isForDevelopment = ({ production, publicUrl }: Config): boolean =>
  !production && (publicUrl === null || LOCAL_HOSTS.has(new URL(publicUrl).hostname));
