import { run } from './run.ts';

/** `verify | head -1`: whoever read along has enough, and the exit code says what it would have said. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`takilya: the command did its work, but what it says cannot be written: ${error.message}\n`);
  process.once('exit', () => {
    process.exitCode = 1;
  });
});

process.exitCode = await run(process.argv.slice(2));
