import { run } from './run.ts';

// Files of this process have buyers' names and password hashes: only its user may read them.
process.umask(0o077);

/** `verify | head -1` closes the pipe early. The exit code stays that of the command. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`takilya: the command ran, but its output cannot be written: ${error.message}\n`);
  process.once('exit', () => {
    process.exitCode = 1;
  });
});

process.exitCode = await run(process.argv.slice(2));
