import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { get } from './api.mjs';
import { Failure, print, printJson, say, UsageError } from './command-line.mjs';
import { DEFAULT_PROFILE, DEFAULT_URL, readConfig, saveConfig, serverUrl } from './profiles.mjs';

export async function login({ url: given, profile = DEFAULT_PROFILE, json }) {
  const url = serverUrl(given ?? process.env.TAKILYA_URL ?? DEFAULT_URL);
  const key = (await readKey()).trim();
  if (key === '') throw new Failure('no key was given');
  const access = { url, key };
  const { scopes } = await get(access, '/api-keys/current');
  // A key with the scope `door` alone reads no organization.
  const isForDoor = scopes.every((scope) => scope === 'door');
  const { name, mode } = isForDoor ? { name: null, mode: null } : await get(access, '/organization');
  const config = readConfig();
  config.profiles[profile] = { url, api_key: key, organization: name };
  config.default ??= profile;
  saveConfig(config);
  if (json) printJson({ profile, url, organization: name, mode });
  else if (isForDoor) print(`Logged in at ${url} as profile ${profile}: the key only admits guests`);
  else print(`Logged in to ${name} (${mode}) at ${url} as profile ${profile}`);
}

/** Not an option: other users of the machine can read command lines. */
async function readKey() {
  if (!process.stdin.isTTY) return (await process.stdin.toArray()).join('');
  process.stderr.write('API key: ');
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: hidden, terminal: true });
  const key = await reader.question('');
  reader.close();
  say('');
  return key;
}

export async function logout({ profile, json }) {
  const config = readConfig();
  const name = profile ?? config.default ?? DEFAULT_PROFILE;
  if (!config.profiles[name]) throw new UsageError(`there is no profile "${name}": npx takilya profiles`);
  delete config.profiles[name];
  if (config.default === name) config.default = Object.keys(config.profiles)[0];
  saveConfig(config);
  if (json) printJson({ profile: name });
  else print(`The key of ${name} is deleted from this machine. It works until you revoke it in the dashboard.`);
}

export async function listProfiles({ json }) {
  const { profiles, default: first } = readConfig();
  for (const [profile, { url, organization }] of Object.entries(profiles))
    if (json) printJson({ profile, url, organization, default: profile === first });
    else print(`${profile}${profile === first ? ' (default)' : ''}  ${organization ?? 'the door'}  ${url}`);
}
