import { execFileSync } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../databases/postgres-server.ts';
import { openClient } from './client.ts';
import { composeEnvironment, deployed, image } from './deployment.ts';
import { installedProgram, withValues } from './documented.ts';
import { newInstallation } from './installation.ts';
import { restartDuringSale } from './rolling-restart.ts';
import { newDataDir, Program, type RunningServer, repository, server, startServer } from './start-server.ts';

/** Node is 143 of them. More means that something came in which no server reads. */
const MAX_IMAGE_MB = 250;

const isRoot = process.getuid?.() === 0;
const { command, environment, healthCheck, user } = image();

let root: string;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'takilya-image-'));
  root = join(folder, 'root');
  execFileSync(server[0], [join(repository, 'scripts/image-root.mjs'), root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The folder of a temporary directory is closed to others.
  execFileSync('chmod', ['755', folder]);
});
afterAll(() => rm(join(root, '..'), { recursive: true, force: true }));

/**
 * Starts programs in the image as a container engine does: its file system read-only, with the machine's C library in
 * place of the base image, a /tmp in memory, `data` as the volume, the user of the Containerfile, and no way to more
 * rights.
 */
const IN_CONTAINER = `
  mount --bind "$1" "$1"
  for folder in lib lib64 usr/lib etc dev proc; do
    if [ -d /$folder ]; then mkdir -p "$1/$folder" && mount --rbind /$folder "$1/$folder"; fi
  done
  mount --bind "$2" "$1/data" && mount -t tmpfs tmpfs "$1/tmp" && mount -o remount,bind,ro "$1" || exit 125
  root=$1; user=$3; shift 3
  exec setpriv --no-new-privs chroot --userspec=$user:$user --groups= "$root" "$@"`;

function inContainer(dataDir: string, words: readonly string[]): readonly string[] {
  if (isRoot) return ['unshare', '--mount', 'sh', '-c', IN_CONTAINER, 'sh', root, dataDir, user, ...words];
  console.info('not as root: the image is started by this user, in the file system of this machine');
  return words.map((word) => (word.startsWith('/app/') ? join(root, word) : word));
}

const environmentOf = (dataDir: string, more: NodeJS.ProcessEnv) => ({
  ...environment,
  NODE_COMPILE_CACHE: undefined,
  ALLOW_SANDBOX_PAYMENTS: '1',
  ...more,
  DATA_DIR: isRoot ? environment.DATA_DIR : dataDir,
});

async function newVolume(): Promise<string> {
  const dataDir = await newDataDir();
  if (isRoot) await chown(dataDir, Number(user), Number(user));
  return dataDir;
}

const startImage = (dataDir: string, env: NodeJS.ProcessEnv): Promise<RunningServer> =>
  startServer(environmentOf(dataDir, env), inContainer(dataDir, command));

async function run(dataDir: string, words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const program = new Program(inContainer(dataDir, words), environmentOf(dataDir, env));
  const { code } = await program.end();
  return { code, output: program.output, errors: program.errors };
}

test('the image is small, and runs as its user with nothing writable but the data and /tmp', async () => {
  const megabytes = Number(/^\d+/.exec(execFileSync('du', ['-sm', root], { encoding: 'utf8' }))?.[0]);
  console.info(`the file system of the image: ${megabytes} MB, of at most ${MAX_IMAGE_MB}`);
  expect(megabytes).toBeLessThan(MAX_IMAGE_MB);

  const dataDir = await newVolume();
  const port = String(await freePort());
  expect((await run(dataDir, healthCheck, { PORT: port })).code).toBe(1);
  const running = await startImage(dataDir, { PORT: port });
  expect(await run(dataDir, healthCheck, { PORT: port })).toEqual({ code: 0, output: '', errors: '' });
  expect(await (await fetch(`${running.url}/dashboard/`)).text()).toContain('<script type="module"');
  const [node = ''] = command;
  if (isRoot) {
    const status = await readFile(`/proc/${running.child.pid}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\t${user}\t${user}\t${user}\t${user}$`, 'm'));
    expect(status).toMatch(/^Groups:\t\s*$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    const writing = (path: string) => run(dataDir, [node, '-e', `fs.writeFileSync('${path}', '')`]);
    expect((await writing('/app/new')).errors).toContain('EROFS');
    // Control: the check can write where it may.
    expect(await writing('/tmp/new')).toMatchObject({ code: 0 });
    expect((await run(dataDir, ['/bin/sh', '-c', 'true'])).code).toBe(127);
  }
  // The server's own commands run beside it, as with docker exec.
  const backup = isRoot ? '/tmp/backup' : join(await newDataDir(), 'backup');
  const program = command.slice(0, -1);
  expect(await run(dataDir, [...program, 'backup', '--to', backup])).toMatchObject({ code: 0, output: `${backup}\n` });

  expect(await running.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  expect((await run(dataDir, healthCheck, { PORT: port })).code).toBe(1);
});

const caddy = installedProgram('caddy');
const redis = installedProgram('redis-server');

async function startCaddy(hosts: string[]): Promise<string> {
  const folder = await newDataDir();
  const url = `http://127.0.0.1:${await freePort()}`;
  const [first = '', second = ''] = hosts;
  const file = join(folder, 'Caddyfile');
  await writeFile(file, withValues(deployed('Caddyfile'), { 'takilya-1:3000': first, 'takilya-2:3000': second }));
  const running = new Program([caddy ?? '', 'run', '--config', file], {
    PUBLIC_URL: url,
    XDG_DATA_HOME: folder,
    HOME: folder,
  });
  onTestFinished(() => void running.end('SIGTERM'));
  await expect
    .poll(() =>
      fetch(`${url}/api/v1/docs`).then(
        ({ status }) => status,
        () => running.errors,
      ),
    )
    .toBe(200);
  return url;
}

describe('two instances of the image, as in compose.yaml', () => {
  async function startPair() {
    const { env, key, inside } = await newInstallation('postgres');
    const dataDir = await newVolume();
    const redisPort = await freePort();
    if (redis) new Program([redis, '--port', String(redisPort), '--save', '', '--bind', '127.0.0.1'], {});
    const compose = composeEnvironment({
      POSTGRES_PASSWORD: 'in DATABASE_URL',
      SECRETS_KEY: Buffer.alloc(32, 9).toString('base64'),
      ALLOW_SANDBOX_PAYMENTS: '1',
    });
    const start = (port = 0) =>
      startImage(dataDir, {
        ...compose,
        DATABASE_URL: env.DATABASE_URL,
        REDIS_URL: redis ? `redis://127.0.0.1:${redisPort}` : '',
        PORT: String(port),
      });
    return { servers: [await start(), await start()], start, key, inside };
  }

  test('one sells on while the other is replaced, and both serve what either stored', async () => {
    const { servers, start, key } = await startPair();
    const [first, second] = servers as [RunningServer, RunningServer];
    const eventId = await openClient(first.url, key).createEvent({ capacity: 10 });
    const ended = first.end('SIGTERM');
    expect((await openClient(second.url, key).hold(eventId)).status).toBe(201);
    expect((await ended).code).toBe(0);
    const replaced = await start(Number(new URL(first.url).port));
    expect((await openClient(replaced.url, key).hold(eventId)).status).toBe(201);
  });

  test.skipIf(!caddy)('behind its Caddy no request fails while both are replaced during a sale', async () => {
    const { servers, start, key, inside } = await startPair();
    const url = await startCaddy(servers.map((one) => new URL(one.url).host));
    for (const path of ['/metrics', '/healthz', '/readyz']) expect((await fetch(`${url}${path}`)).status).toBe(404);
    await restartDuringSale({ url, key, servers, start, inside });
  });
});
