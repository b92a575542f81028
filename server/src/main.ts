import { ConfigError, readConfig } from './config/config.ts';
import { serve } from './serve.ts';

try {
  await serve(readConfig());
} catch (error) {
  // A setting or a database that is not right is the operator's to mend: the message says how, a stack would hide it.
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : `Takilya cannot start: ${messageOf(error)}`}\n`,
  );
  process.exit(1);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
