import { ConfigError, readConfig } from './config.ts';
import { start } from './start.ts';

try {
  await start(readConfig());
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
