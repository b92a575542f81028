import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Failure } from './command-line.mjs';
import { accessOf } from './profiles.mjs';

/**
 * Runs the MCP server, which needs packages and a newer Node than the other commands: both come with the repository.
 * The key is passed in the environment, because other users of the machine can read command lines.
 * @returns its exit code
 */
export async function mcp(values) {
  const { url, key } = accessOf(values);
  const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
  if (!existsSync(at('mcp/main.ts')))
    throw new Failure('takilya mcp runs in a clone of the repository: this folder alone does not have it');
  const { install, nodePath } = await import('../scripts/install.mjs');
  install('start');
  const child = spawn(nodePath, [at('mcp/main.ts')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: at('node_modules/.cache/node'),
      TAKILYA_URL: url,
      TAKILYA_API_KEY: key,
    },
  });
  // It ends with its standard input, or by the signals that a client sends.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
