import type { Config } from './config/config.ts';
import { createDatabase } from './create-database.ts';
import type { PreparedDemo } from './demo/prepare-demo.ts';
import { openDatabase } from './platform/database/open.ts';

/** A longer stop is forced: process managers kill after 10 s anyway. */
const STOP_WITHIN_MS = 9_000;
/** The part of it after draining, which may be configured to take longer. */
const STOP_AFTER_DRAINING_MS = 6_000;

/**
 * Serves until SIGTERM or SIGINT, then finishes work in progress, including a running start, and exits 0. Only SIGTERM,
 * which orchestrators send, drains first: Ctrl-C means that there is no load balancer, and ends draining, too.
 * @throws Error for the operator when it cannot start
 */
export async function serve(config: Config): Promise<void> {
  let demo: PreparedDemo | null = null;
  let setUpLink: string | null = null;
  let stopping = false;
  const hurry = new AbortController();
  const stop = async (drainMs: number) => {
    // Ctrl-C while it drains: the operator does not wait for load balancers any more.
    if (drainMs === 0) hurry.abort();
    setTimeout(() => process.exit(1), Math.max(STOP_WITHIN_MS, drainMs + STOP_AFTER_DRAINING_MS)).unref();
    if (stopping) return;
    stopping = true;
    const server = await starting;
    await server.stop({ drainMs, hurry: hurry.signal });
    process.exit(0);
  };
  process.on('SIGTERM', () => stop(config.drainSeconds * 1_000));
  process.on('SIGINT', () => stop(0));

  // After the signal handlers: loading takes most of a second, in which signals would be missed.
  const starting = begin();
  const server = await starting;
  process.stdout.write(greeting(config, server.publicUrl, { demo, setUpLink }));

  async function begin() {
    // The database is opened while the code is loaded, which saves a seventh of a start.
    const [db, { startServer }, { prepareDemo }, { offerSetUp }] = await Promise.all([
      createDatabase(config).then(() => openDatabase(config)),
      import('./server.ts'),
      import('./demo/prepare-demo.ts'),
      import('./accounts/set-up/set-up.ts'),
    ]);
    return startServer(config, db, {
      prepare: async (parts) => {
        if (config.demo && config.role !== 'worker') demo = await prepareDemo(parts);
        if (config.role !== 'worker') setUpLink = await offerSetUp(parts.db, parts.publicUrl(), parts.clock.now());
      },
    });
  }
}

/** With PostgreSQL there may be several instances, which would not find each other's files. */
const ON_THIS_MACHINE = 'on this machine; instances on several need FILES_S3_ENDPOINT';

/** The start message: addresses and a command to paste. */
function greeting(
  { dataDir, databaseUrl, filesS3, mailUrl, role, paymentProvider }: Config,
  publicUrl: string,
  { demo, setUpLink }: { demo: PreparedDemo | null; setUpLink: string | null },
): string {
  if (role === 'worker')
    return '\nTakilya is ready.\n\n  ROLE=worker: runs periodic tasks and sends webhooks and mails. ROLE=web serves the API.\n\n';
  const lines = [
    '',
    'Takilya is ready.',
    '',
    `  API        ${publicUrl}/api/v1`,
    `  Docs       ${publicUrl}/docs/`,
    `  Try it     ${publicUrl}/api/v1/docs`,
    `  Dashboard  ${publicUrl}/dashboard/`,
    `  Data       ${databaseUrl === null ? dataDir : 'PostgreSQL (DATABASE_URL)'}`,
    ...(databaseUrl === null
      ? []
      : [`  Pictures   ${filesS3 ? 'in the bucket of FILES_S3_ENDPOINT' : ON_THIS_MACHINE}`]),
    `  Mail       ${mailUrl === null ? `kept in ${dataDir}/mail (MAIL_URL sends it)` : 'sent through MAIL_URL'}`,
  ];
  if (paymentProvider === 'sandbox')
    lines.push('  Payments   SANDBOX: no money moves, anyone gets tickets without paying (PAYMENT_PROVIDER)');
  if (role === 'web')
    lines.push('  Work       not in this process: ROLE=worker runs periodic tasks and sends webhooks and mails');
  const [organization] = demo?.organizations ?? [];
  if (organization)
    lines.push(
      `  Demo key   ${organization.api_key}   (${organization.name}; all of them in ${dataDir}/demo.json)`,
      ...(demo?.isComplete
        ? []
        : [
            '             The demo data is incomplete because its creation was interrupted. Start with an empty database.',
          ]),
      '',
      `  curl -H 'Authorization: Bearer ${organization.api_key}' ${publicUrl}/api/v1/events`,
    );
  else if (!setUpLink) lines.push('', '  No API key yet? Create one in the dashboard, under API keys.');
  if (setUpLink)
    lines.push(
      '',
      '  There is no account yet. Create the first one, with your organization (the link works once, for a day):',
      '',
      `  ${setUpLink}`,
    );
  // Using both creates two organizations. The command is for installations that use only the API.
  if (setUpLink && !organization)
    lines.push('', '  Create API keys there too. Without the dashboard: npx takilya organizations create --name "…"');
  return `${lines.join('\n')}\n\n`;
}
