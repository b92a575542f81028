/**
 * Installs what is missing; if nothing is, the check takes milliseconds. Plain JavaScript for the machine's own Node
 * (20 or newer), because it installs the Node that runs everything else.
 *
 *   node scripts/install.mjs start   what the server needs
 *   node scripts/install.mjs all     also what tests and checks need
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.takilya-installed');
const lockFile = join(modules, '.takilya-installing');
const binFolder = join(modules, '.bin');

/** The Node that runs Takilya, whatever the machine has. */
export const nodePath = join(binFolder, 'node');

/** The sources need a Node that runs TypeScript and has Temporal. */
const NEEDED_NODE_MAJOR = 26;
const OLDEST_NODE_MAJOR = 20;
/** A slow connection may need minutes for 150 MB. */
const LOCK_TIMEOUT_MS = 15 * 60_000;
const POLL_MS = 300;

class InstallError extends Error {}

/** @param {'start' | 'all'} scope */
export function install(scope) {
  if (isInstalled(scope)) return;
  try {
    requireOldestNode();
    mkdirSync(modules, { recursive: true });
    const unlock = acquireLock();
    try {
      // Another process may have installed it while this one waited.
      if (!isInstalled(scope)) installNow(scope);
    } finally {
      unlock();
    }
  } catch (error) {
    process.stderr.write(`\nTakilya cannot be installed: ${explanation(error)}\n`);
    process.exit(1);
  }
}

/** Progress goes to standard error: the output of `npx takilya` is read by programs. */
function installNow(scope) {
  const wanted = scope === 'start' && canInstallStartOnly() ? 'start' : 'all';
  const megabytes = wanted === 'start' ? 500 : 800;
  process.stderr.write(`Installing what is missing (up to ${megabytes} MB on disk; once) …\n`);
  rmSync(stampFile, { force: true });
  runNpm(wanted);
  provideNode();
  linkCommand();
  writeFileSync(stampFile, JSON.stringify(stampOf(wanted)));
}

/**
 * Half of the packages are for tests only. Without them the first start is a third faster. Packages that are already
 * there stay.
 */
function canInstallStartOnly() {
  return readStamp()?.scope === 'start' || !existsSync(join(modules, '.package-lock.json'));
}

/**
 * Uses `npm install`, not `npm ci`: it completes an existing folder and leaves the rest in place, so a server that runs
 * from this folder keeps its files. Versions and checksums come from package-lock.json, which it does not write.
 */
function runNpm(scope) {
  const options = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  // A missing connection is reported within seconds; an unstable one is retried.
  options.push('--fetch-retries=2', '--fetch-retry-mintimeout=300', '--fetch-retry-maxtimeout=1500');
  // No package that the server needs has an install script.
  if (scope === 'start') options.push('--omit=dev', '--ignore-scripts');
  else options.push('--include=dev');
  options.push('--include=optional');
  const npm = npmCommand();
  const { status, signal, error, stderr } = spawnSync(npm.file, [...npm.arguments, 'install', ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, SCARF_ANALYTICS: 'false' },
  });
  if (error) throw new InstallError(`npm cannot be run (${error.message}). It comes with Node.js: https://nodejs.org`);
  if (status !== 0) throw new InstallError(npmExplanation(stderr, status ?? signal));
}

/** The npm that runs this script, with the Node that runs it; else the one in PATH. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script?.endsWith('.js') || script?.endsWith('.cjs'))
    return { file: node ?? process.execPath, arguments: [script] };
  return { file: 'npm', arguments: [] };
}

function npmExplanation(output, exit) {
  const [, code] = /npm error code (\w+)/.exec(output) ?? [];
  // The stack trace of npm's own code does not help the user.
  const details = output.replace(/^npm error {5}at .*\n|^npm error ?/gm, '').trim();
  if (
    /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH)$/.test(code)
  )
    return `the npm registry cannot be reached (${code}). The first start needs the network, or npm's cache; later ones do not.\n\n${details}`;
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return `no permission to write to ${modules} (${code}).\n\n${details}`;
  if (code === 'ENOSPC') return `the disk is full (${modules} needs 800 MB).\n\n${details}`;
  return `npm install ended with ${exit}.\n\n${details}`;
}

/**
 * Node 26 is installed as an npm package, unless there is none for this machine or it does not run here (Alpine's C
 * library).
 */
function provideNode() {
  if (majorOf(nodePath) >= NEEDED_NODE_MAJOR) return;
  rmSync(nodePath, { force: true });
  const own = process.env.npm_node_execpath ?? process.execPath;
  const major = majorOf(own);
  if (major < NEEDED_NODE_MAJOR)
    throw new InstallError(
      `there is no Node.js ${NEEDED_NODE_MAJOR} from npm that runs on this machine (${process.platform} ${process.arch}), and its own is ${major || 'unknown'}. Install Node.js ${NEEDED_NODE_MAJOR} and start again.`,
    );
  mkdirSync(binFolder, { recursive: true });
  symlinkSync(own, nodePath);
}

function majorOf(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

/** Lets `npx takilya` find the command here. */
function linkCommand() {
  const link = join(binFolder, 'takilya');
  rmSync(link, { force: true });
  if (process.platform !== 'win32') symlinkSync('../../scripts/takilya.mjs', link);
}

function stampOf(scope) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return { lock, machine: `${process.platform}-${process.arch}`, scope };
}

function isInstalled(scope) {
  const stamp = readStamp();
  if (!stamp || (stamp.scope !== 'all' && scope === 'all') || !existsSync(nodePath)) return false;
  const wanted = stampOf(scope);
  return stamp.lock === wanted.lock && stamp.machine === wanted.machine;
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Allows one installer at a time per folder. The lock is a symbolic link to its owner's pid, created and filled in one
 * step. Two processes that find a dead owner at the same time may both continue, which npm mostly survives; a killed
 * install is rare.
 */
function acquireLock() {
  const giveUpAt = Date.now() + LOCK_TIMEOUT_MS;
  for (let announced = false; ; ) {
    try {
      symlinkSync(String(process.pid), lockFile);
      return () => rmSync(lockFile, { force: true });
    } catch (error) {
      // On Windows only some users may create links.
      if (error.code === 'EPERM' && process.platform === 'win32') return () => {};
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = ownerOfLock();
    if (!isAlive(owner)) rmSync(lockFile, { force: true });
    else if (Date.now() > giveUpAt) throw new InstallError(`process ${owner} has been installing for too long.`);
    else {
      if (!announced) process.stderr.write(`Waiting for process ${owner}, which is installing …\n`);
      announced = true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
    }
  }
}

function ownerOfLock() {
  try {
    return Number(readlinkSync(lockFile));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function requireOldestNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE_MAJOR)
    throw new InstallError(`it needs Node.js ${OLDEST_NODE_MAJOR} or newer; this is ${process.versions.node}.`);
}

function explanation(error) {
  if (error instanceof InstallError) return error.message;
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) return `no permission to write to ${modules} (${error.code}).`;
  return error.message;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , scope = 'all'] = process.argv;
  if (scope !== 'start' && scope !== 'all') {
    process.stderr.write('usage: node scripts/install.mjs [start | all]\n');
    process.exit(2);
  }
  install(scope);
}
