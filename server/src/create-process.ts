import { run } from './cli/run.ts';

/** Started by create-database.ts with the words of a command. */

// From a terminal, signals reach this process too. The server waits for it and stops then.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// The server is gone. The next one begins anew, as after any start that was killed.
process.on('disconnect', () => process.exit(1));
// It may have gone while this file was loaded.
if (!process.connected) process.exit(1);

process.exit(await run(process.argv.slice(2)));
