#!/usr/bin/env node
/** `npx takilya <command>` with the machine's own Node: installs what is missing and hands over to the Node it brings. */
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, nodePath } from './install.mjs';

install('start');

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
// What `npm start` does; the other commands show nobody a page, and with more words `serve` does not serve.
if (words.join(' ') === 'serve')
  spawnSync(nodePath, [join(root, 'scripts', 'build-dashboard.ts')], { stdio: ['ignore', 'ignore', 'inherit'] });
const program = join(root, 'server', 'src', 'cli', 'main.ts');
// As with `npm start`, whatever folder this is called from: a new, empty database there would be a surprise.
const dataDir = process.env.DATA_DIR?.trim() || join(root, 'data');
/** As in `npm start`: room for what a crowd asks at once. See docs/decisions/hot-path.md. */
const YOUNG_HEAP = '--max-semi-space-size=64';
const child = spawn(nodePath, [YOUNG_HEAP, program, ...words], {
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') },
});
// The child decides when to end. A terminal sends Ctrl-C to both: twice is not more.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  process.stderr.write(`${nodePath} cannot be run: ${error.message}\n`);
  process.exit(1);
});
// Of what a signal ended, as a shell would say it.
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
