import type { Config } from './config.ts';
import { type DemoFile, prepareDemo } from './demo/prepare-demo.ts';
import { startServer } from './server.ts';

/** A stop that takes longer than this is forced: whoever runs us kills after 10 s anyway. */
const STOP_WITHIN_MS = 9_000;

/**
 * Serves until SIGTERM or SIGINT, then finishes what is under way, the start itself included, and exits 0.
 * @throws Error for the operator when it cannot start
 */
export async function serve(config: Config): Promise<void> {
  let demo: DemoFile | null = null;
  const starting = startServer(config, {
    prepare: async (parts) => {
      if (config.demo) demo = await prepareDemo(parts);
    },
  });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    const server = await starting;
    await server.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const server = await starting;
  process.stdout.write(greeting(config, server.publicUrl, demo));
}

/** What a person needs next, ready to paste. */
function greeting({ dataDir, databaseUrl }: Config, publicUrl: string, demo: DemoFile | null): string {
  const lines = [
    '',
    'Takilya is ready.',
    '',
    `  API        ${publicUrl}/api/v1`,
    `  Try it     ${publicUrl}/api/v1/docs`,
    `  Data       ${databaseUrl === null ? dataDir : 'PostgreSQL (DATABASE_URL)'}`,
  ];
  const [organization] = demo?.organizations ?? [];
  if (organization)
    lines.push(
      `  Demo key   ${organization.api_key}   (${organization.name}; all of them in ${dataDir}/demo.json)`,
      '',
      `  curl -H 'Authorization: Bearer ${organization.api_key}' ${publicUrl}/api/v1/events`,
    );
  else lines.push('', '  No key yet? npx takilya organizations create --name "My organization"');
  return `${lines.join('\n')}\n\n`;
}
