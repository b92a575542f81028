import { access, chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** Nothing is downloaded, reported or drawn by a graphics card while a test runs. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Most pages live for seconds: V8 would spend a tenth of their time on code that does not run long enough.
  '--js-flags=--no-opt --no-maglev',
];
const FONTS = fileURLToPath(new URL('fonts.conf', import.meta.url));
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'];
const MISSING = `The browser tests could not start a Chromium. On Linux x64 (glibc) one comes with "npm install"
(@sparticuz/chromium); elsewhere install Google Chrome or Chromium, or name one with CHROMIUM_PATH=/path/to/chromium.`;

/**
 * How long a page waits for what a test expects. It only ends what hangs: beside other tests a step has taken 15
 * seconds.
 */
export const PAGE_TIMEOUT_MS = 60_000;

/** A headless Chromium: the one that CHROMIUM_PATH names, the one that came with npm, or an installed one. */
export async function launchBrowser(flags: string[] = []): Promise<Browser> {
  try {
    // Chromium's own sandbox refuses root and most containers; only our own pages are opened.
    return await chromium.launch({ ...(await findBrowser()), args: [...FLAGS, ...flags], chromiumSandbox: false });
  } catch (error) {
    throw new Error(MISSING, { cause: error });
  }
}

async function findBrowser(): Promise<LaunchOptions> {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH };
  if (process.platform === 'linux' && process.arch === 'x64') return ofNpm();
  for (const executablePath of INSTALLED) if (await exists(executablePath)) return { executablePath };
  return { channel: 'chrome' };
}

/**
 * A whole Chromium inside an npm package, unpacked at its first use, with the libraries that a small Linux lacks. The
 * package itself would unpack to `/tmp/chromium` and take whatever is there: half of one that another process still
 * writes, an older one, or another user's.
 */
async function ofNpm(): Promise<LaunchOptions> {
  const packageFile = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(await readFile(packageFile, 'utf8'));
  const directory = fileURLToPath(new URL(`../node_modules/.cache/chromium-${version}`, import.meta.url));
  if (!(await exists(directory))) {
    await mkdir(dirname(directory), { recursive: true });
    const unpacked = await mkdtemp(`${directory}-`);
    await unpackTo(unpacked, fileURLToPath(new URL('bin', packageFile)));
    // Another process was faster: its complete copy is used.
    await rename(unpacked, directory).catch(() => rm(unpacked, { recursive: true }));
  }
  const libraries = [join(directory, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    executablePath: join(directory, 'chromium'),
    env: { ...process.env, FONTCONFIG_FILE: FONTS, LD_LIBRARY_PATH: libraries },
  };
}

async function unpackTo(directory: string, archives: string) {
  const { inflate } = await import('@sparticuz/chromium');
  // Always to the temporary directory of the moment.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = directory;
  const files = ['chromium.br', 'al2023.tar.br'];
  await Promise.all(files.map((file) => inflate(join(archives, file))));
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  // Another user may run the tests later.
  await Promise.all([chmod(directory, 0o755), chmod(join(directory, 'chromium'), 0o755)]);
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
