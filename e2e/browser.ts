import { access } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';

/** Nothing is downloaded, reported or drawn by a graphics card while a test runs. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const MISSING = `No Chromium for the browser tests was found on this machine. On Linux x64 it comes with "npm install"
(@sparticuz/chromium); elsewhere install Google Chrome or Chromium, or name one with CHROMIUM_PATH=/path/to/chromium.`;

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'];

/** A headless Chromium: the one CHROMIUM_PATH names, the one that came with npm, or an installed one. */
export async function launchBrowser(): Promise<Browser> {
  // Chromium's own sandbox refuses to run as root, which is what a container usually is.
  const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  const executablePath = process.env.CHROMIUM_PATH || (await ofNpm()) || (await firstThatExists(INSTALLED));
  if (executablePath) return chromium.launch({ executablePath, args });
  try {
    return await chromium.launch({ channel: 'chrome', args });
  } catch (error) {
    throw new Error(MISSING, { cause: error });
  }
}

/** A whole Chromium inside an npm package, unpacked to the temporary directory at its first use. */
async function ofNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { default: packed } = await import('@sparticuz/chromium');
  return packed.executablePath();
}

async function firstThatExists(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) return path;
  }
  return undefined;
}
