import { run } from './cli/run.ts';

/** Started by create-database.ts with the words of a command. */

// Files of this process have buyers' names and password hashes: only its user may read them.
process.umask(0o077);
// From a terminal, signals reach this process too. The server waits for it and stops then.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// The server is gone. The next one begins anew, as after any start that was killed.
process.on('disconnect', () => process.exit(1));

process.exitCode = await run(process.argv.slice(2));
process.removeAllListeners('disconnect');
process.disconnect?.();
