import type { Config } from './config/config.ts';
import type { PreparedDemo } from './demo/prepare-demo.ts';
import { openDatabase } from './platform/database/open.ts';

/** A stop that takes longer than this is forced: whoever runs us kills after 10 s anyway. */
const STOP_WITHIN_MS = 9_000;
/** What is left of it when draining, which may be set to take longer, is over. */
const STOP_AFTER_DRAINING_MS = 6_000;

/**
 * Serves until SIGTERM or SIGINT, then finishes what is under way, the start itself included, and exits 0. Only SIGTERM,
 * an orchestrator's word, drains first: a person at the keyboard has no load balancer.
 * @throws Error for the operator when it cannot start
 */
export async function serve(config: Config): Promise<void> {
  let demo: PreparedDemo | null = null;
  let setUpLink: string | null = null;
  let stopping = false;
  const stop = async (drainMs: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), Math.max(STOP_WITHIN_MS, drainMs + STOP_AFTER_DRAINING_MS)).unref();
    const server = await starting;
    await server.stop({ drainMs });
    process.exit(0);
  };
  process.on('SIGTERM', () => stop(config.drainSeconds * 1_000));
  process.on('SIGINT', () => stop(0));

  // After the signals: loading takes most of a second, in which none would be heard.
  const starting = begin();
  const server = await starting;
  process.stdout.write(greeting(config, server.publicUrl, { demo, setUpLink }));

  async function begin() {
    // The database is opened while everything else is loaded: a seventh of a start.
    const [db, { startServer }, { prepareDemo }, { offerSetUp }] = await Promise.all([
      openDatabase(config),
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

/** What a person needs next, ready to paste. */
function greeting(
  { dataDir, databaseUrl, mailUrl, role }: Config,
  publicUrl: string,
  { demo, setUpLink }: { demo: PreparedDemo | null; setUpLink: string | null },
): string {
  if (role === 'worker')
    return '\nTakilya is ready.\n\n  ROLE=worker: periodic tasks, webhook deliveries and mails. The API is served by ROLE=web.\n\n';
  const lines = [
    '',
    'Takilya is ready.',
    '',
    `  API        ${publicUrl}/api/v1`,
    `  Try it     ${publicUrl}/api/v1/docs`,
    `  Dashboard  ${publicUrl}/dashboard/`,
    `  Data       ${databaseUrl === null ? dataDir : 'PostgreSQL (DATABASE_URL)'}`,
    `  Mail       ${mailUrl === null ? `kept in ${dataDir}/mail (MAIL_URL sends it)` : 'sent through MAIL_URL'}`,
  ];
  if (role === 'web') lines.push('  Work       none here: holds end, webhooks and mails are sent by ROLE=worker');
  const [organization] = demo?.organizations ?? [];
  if (organization)
    lines.push(
      `  Demo key   ${organization.api_key}   (${organization.name}; all of them in ${dataDir}/demo.json)`,
      ...(demo?.isWhole
        ? []
        : ['             It is not whole, its making was interrupted: an empty database gets a new one']),
      '',
      `  curl -H 'Authorization: Bearer ${organization.api_key}' ${publicUrl}/api/v1/events`,
    );
  else if (!setUpLink) lines.push('', '  No key yet? The dashboard makes them, under API keys.');
  if (setUpLink)
    lines.push(
      '',
      '  Nobody has an account yet. Make the first one, with your organization (the link works once, for a day):',
      '',
      `  ${setUpLink}`,
    );
  // Both together are two organizations: who wants the API alone is the exception.
  if (setUpLink && !organization)
    lines.push('', '  API keys are made there too. Without a dashboard: npx takilya organizations create --name "…"');
  return `${lines.join('\n')}\n\n`;
}
