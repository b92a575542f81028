import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, UsageError } from './command-line.mjs';

export const DEFAULT_URL = 'http://localhost:3000';
export const DEFAULT_PROFILE = 'default';
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** `~/.config/takilya`, or as the system has it. */
export function configFolder() {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const base = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return join(base || join(homedir(), '.config'), 'takilya');
}

const configFile = () => join(configFolder(), 'config.json');

/**
 * @returns {{ default?: string, profiles: Record<string, { url: string, api_key: string, organization: string | null }>
 * }}
 */
export function readConfig() {
  const file = configFile();
  const text = readIfThere(file);
  if (text === undefined) return { profiles: {} };
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(`${file} is not JSON: correct it, or delete it and log in again`);
  }
}

export const saveConfig = (config) => savePrivately(configFile(), `${JSON.stringify(config, null, 2)}\n`);

export function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Failure(`${file} cannot be read: ${error.message}`);
  }
}

/** Replaces the file as a whole; only its owner may read it. */
export function savePrivately(file, text) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, file);
}

/** @throws {UsageError} for an address that would send the key in the clear */
export function serverUrl(text) {
  let url;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`not an address: "${text}"`);
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOCAL.test(url.hostname)))
    throw new UsageError(`the address must be https (http only on localhost), not "${text}"`);
  return url.href.replace(/(\/api\/v1)?\/*$/, '');
}

/**
 * The server and the key of this call. The environment wins over the profile. A key of a profile goes to no other
 * server than its own.
 * @returns {{ url: string, key: string }}
 */
export function accessOf({ profile }) {
  const { TAKILYA_API_KEY: key, TAKILYA_URL } = process.env;
  const { profiles, default: first } = readConfig();
  const name = profile ?? first ?? DEFAULT_PROFILE;
  const kept = profiles[name];
  if (profile !== undefined && !kept) throw new UsageError(`there is no profile "${profile}": npx takilya profiles`);
  const url = TAKILYA_URL ? serverUrl(TAKILYA_URL) : (kept?.url ?? DEFAULT_URL);
  if (key) return { url, key };
  if (!kept) throw new Failure('log in first (npx takilya login), or set TAKILYA_API_KEY and TAKILYA_URL');
  if (url !== kept.url)
    throw new Failure(`the key of "${name}" is for ${kept.url}, not ${url}: set TAKILYA_API_KEY, too`);
  return { url, key: kept.api_key };
}
