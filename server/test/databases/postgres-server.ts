import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { runAt } from './run-at.ts';

export interface PostgresServer {
  /** Address of the server's `postgres` database, as its superuser. */
  readonly url: string;
  /** Its process; those of its sessions are children of it. */
  readonly pid: number | undefined;
  /** Creates a database, empty or as a copy of `template` (which must have no connections), and returns its address. */
  createDatabase(name: string, options?: { template?: string }): Promise<string>;
  /** Kills the server and its sessions, as a crash of the machine would, and leaves its files. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port and files. */
  restart(): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

const READY = 'database system is ready to accept connections';
const READY_TO_READ = 'database system is ready to accept read-only connections';
/** Every test process has a pool of its own, so the default of 100 is too low. */
const maxConnections = 300;
const user = 'postgres';
const password = 'takilya';
/** With the pause, half a minute: on a busy disk a process may be in a write for long. */
const MOST_RESTARTS = 300;
const RESTART_PAUSE_MS = 100;

/**
 * The programs' messages are read, so they have to be in English. The password is for a node of a cluster, which
 * connects to the others as their client.
 */
const env = { ...process.env, LC_ALL: 'C', PGPASSWORD: password };

/**
 * Starts a real PostgreSQL 18 from npm, on a free port, with its files in a new temporary directory.
 * `fsync: false` is for tests, which want speed; measurements and crash tests want `true`.
 */
export async function startPostgres({
  fsync,
  cluster,
  standbyOf,
  settings: more = {},
}: {
  fsync: boolean;
  /** A copy of this data folder instead of a new one. */
  cluster?: string;
  /** The copy follows this server as its standby, and answers reads. */
  standbyOf?: string;
  settings?: Record<string, string>;
}): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), 'takilya-postgres-'));
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(directory, 0o755);
  const binaries = await postgresBinaries(directory);
  const data = cluster
    ? await copyCluster(cluster, directory, binaries.owner)
    : await createCluster(directory, binaries);
  const port = await freePort();
  if (standbyOf) await writeFile(join(data, 'standby.signal'), '');
  const settings = {
    ...(standbyOf ? { primary_conninfo: standbyOf } : {}),
    fsync: fsync ? 'on' : 'off',
    max_connections: String(maxConnections),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...more,
  };
  const arguments_ = ['-D', data, '-p', String(port)];
  for (const [name, value] of Object.entries(settings)) arguments_.push('-c', `${name}=${value}`);
  const start = () => startProcess(binaries, arguments_, standbyOf ? READY_TO_READ : READY);

  let server = await start();
  // A test run that is ended early must not leave a server behind.
  const killAtExit = () => void server.kill('SIGKILL');
  process.once('exit', killAtExit);

  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    get pid() {
      return server.pid;
    },
    createDatabase: (name, { template } = {}) => createDatabase(url, name, template),
    async kill() {
      const processes = await processesOf(url);
      await end(server, 'SIGKILL');
      // Without their server they end by themselves, but may commit before that, or wait for the disk for seconds.
      for (const pid of processes) killIfRunning(pid);
    },
    async restart() {
      // A process that the kill finds in a write ends after it, and holds the shared memory: the start refuses.
      for (let tries = 0; ; tries++) {
        try {
          server = await start();
          return;
        } catch (error) {
          if (tries === MOST_RESTARTS) throw error;
          await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
        }
      }
    },
    async stop() {
      // Fast shutdown: open connections are closed.
      await end(server, 'SIGINT');
      process.off('exit', killAtExit);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Creates a database on the server at `serverUrl`, from any process of the test run; returns its address. */
export async function createDatabase(serverUrl: string, name: string, template = 'template1'): Promise<string> {
  await runAt(serverUrl, `create database "${name}" template "${template}"`);
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

async function createCluster(directory: string, { initdb, owner }: PostgresBinaries): Promise<string> {
  const data = join(directory, 'data');
  const passwordFile = join(directory, 'password');
  await mkdir(data);
  await writeFile(passwordFile, password);
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(data, owner.uid, owner.gid);
  const flags = [
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ];
  await promisify(execFile)(initdb, ['-D', data, ...flags, '--no-sync'], { ...owner, env });
  return data;
}

async function copyCluster(cluster: string, directory: string, { uid, gid }: PostgresBinaries['owner']) {
  const data = join(directory, 'data');
  await cp(cluster, data, { recursive: true });
  if (uid !== undefined) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, data]);
  await chmod(data, 0o700);
  return data;
}

/** Resolves when it accepts connections. */
async function startProcess(
  { postgres, owner }: PostgresBinaries,
  arguments_: string[],
  ready: string,
): Promise<ChildProcess> {
  const server = spawn(postgres, arguments_, { ...owner, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const log: string[] = [];
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log.join(' | ')}`)));
    createInterface(server.stderr).on('line', (line) => {
      // After the start the lines are only read so that the server never blocks on a full pipe.
      if (log.length < 100) log.push(line);
      if (line.includes(ready)) resolve(server);
    });
  });
}

/** Sessions, and the server's own processes: its checkpointer and the like. */
async function processesOf(serverUrl: string): Promise<number[]> {
  const rows = await runAt<{ pid: number }>(
    serverUrl,
    'select pid from pg_stat_activity where pid <> pg_backend_pid()',
  );
  return rows.map(({ pid }) => pid);
}

function killIfRunning(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function end(server: ChildProcess, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

/**
 * Ports below the range that the system gives to outgoing connections and to port 0: a busy run may take a port of that
 * range at any moment.
 */
const OWN_PORTS = [20_000, 32_000] as const;

/** A port that is free now. Use it soon. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...OWN_PORTS);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
