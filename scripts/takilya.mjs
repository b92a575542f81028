#!/usr/bin/env node
/**
 * `npx takilya <command>`. Commands for programs run at once. For commands of the operator this script installs what is
 * missing with the machine's own Node, and then runs the command with the installed Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOurs, run } from '../cli/run.mjs';
import { install, nodePath } from './install.mjs';

const words = process.argv.slice(2);
const { ppid: startedBy } = process;
/** Short beside the ten seconds that stopping may take. */
const LOOK_FOR_NPX_MS = 500;
if (isOurs(words)) {
  process.exitCode = await run(words);
} else {
  install('start');
  runOperatorCommand();
}

function runOperatorCommand() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  // `serve` builds the pages, too, as `npm start` does. Other commands serve none, and `serve` with arguments fails.
  const what = words.join(' ') === 'serve' ? [] : ['server'];
  const build = [join(root, 'scripts', 'build.ts'), ...what];
  const { status } = spawnSync(nodePath, build, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
  const program = join(root, 'server', 'dist', 'takilya.js');
  // The data folder is that of `npm start`, whatever the current folder is: a new, empty database there would surprise
  // the operator.
  const dataDir = process.env.DATA_DIR?.trim() || join(root, 'data');
  const cache = join(root, 'node_modules', '.cache', 'node');
  const child = spawn(nodePath, [program, ...words], {
    stdio: 'inherit',
    // The threshold: docs/decisions/0079-freed-memory-goes-back.md.
    env: { MALLOC_MMAP_THRESHOLD_: '1048576', ...process.env, DATA_DIR: dataDir, NODE_COMPILE_CACHE: cache },
  });
  // The child decides when to exit. Ctrl-C in a terminal reaches both processes; a second signal does no harm.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // The shell of npx passes no signal on, and ends: the server would go on without the operator's knowledge.
  if (process.env.npm_command === 'exec')
    setInterval(() => process.ppid === startedBy || child.kill('SIGTERM'), LOOK_FOR_NPX_MS).unref();
  child.on('error', (error) => {
    process.stderr.write(`${nodePath} cannot be run: ${error.message}\n`);
    process.exit(1);
  });
  // If a signal ended the child, exits as a shell would.
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
