import { ConfigError, readConfig } from './config/config.ts';
import { serve } from './serve.ts';

// Files of this process have buyers' names and password hashes: only its user may read them.
process.umask(0o077);

try {
  await serve(readConfig());
} catch (error) {
  // The operator fixes a wrong setting or database: the message says how, and a stack trace would hide it.
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : `Takilya cannot start: ${messageOf(error)}`}\n`,
  );
  process.exit(1);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
