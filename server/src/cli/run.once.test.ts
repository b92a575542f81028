import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { newDataDir } from '../../test/process/start-server.ts';
import { run } from './run.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Runs a command as `npx takilya` does; `server/test/process/command-line.once.test.ts` tests the launcher. */
async function takilya(env: Record<string, string>, words: string) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const written = { output: '', errors: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.output += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.errors += text;
    return true;
  });
  const code = await run(words.split(' '));
  return { code, ...written };
}

test.each([
  ['--help'],
  ['serve --help'],
  ['migrate --help'],
  ['verify --help'],
  ['demo --help'],
  ['organizations create --help'],
  ['keys --help'],
  ['keys create --help'],
  ['users --help'],
  ['users reset-password --help'],
  ['backup --help'],
  ['dump --help'],
  ['restore --help'],
  ['distribute --help'],
  ['payments set --help'],
])('takilya %s explains itself', async (words) => {
  const { code, output, errors } = await takilya({}, words);
  expect({ code, errors }).toStrictEqual({ code: 0, errors: '' });
  expect(output).toMatch(/^Usage: npx takilya /);
});

const someId = '01890a5d-ac96-774b-bcce-b302099a8057';

test.each([
  ['sell', 2, 'unknown command: sell'],
  ['keys', 0, ''],
  ['keys forge', 2, 'unknown command: keys forge'],
  ['migrate --fast', 2, "Unknown option '--fast'"],
  ['migrate now', 2, "Unexpected argument 'now'"],
  ['organizations create', 2, '--name is required'],
  ['organizations create --name', 2, "'--name <value>' argument missing"],
  ['organizations create --name x --time-zone Mars/Base', 2, '--time-zone must be an IANA time zone'],
  ['organizations create --name x --time-zone +08:00', 2, '--time-zone must be an IANA time zone'],
  ['keys create --organization x --name y', 2, '--organization must be a UUID, not "x"'],
  [`keys create --organization ${someId} --name y`, 1, 'Organization not found'],
  [`keys create --organization ${someId} --name y --scopes admin`, 2, '--scopes must be a comma list of read, sell'],
  [
    `keys create --organization ${someId} --name y --expires 2099-01-01T00:00`,
    2,
    '--expires must be a time with an offset',
  ],
  [`users invite --organization ${someId} --email a@b.example --role boss`, 2, '--role must be one of viewer, door'],
  [`users invite --organization ${someId} --email a@b.example --role door`, 1, 'Organization not found'],
  ['users reset-password --email ghost@example.com', 1, 'ghost@example.com: npx takilya users list --organization ID'],
  ['users reset-password --email ghost', 2, '--email must be an e-mail address, not "ghost"'],
  ['users reset-password --email ana@intranet', 2, '--email must be an e-mail address, not "ana@intranet"'],
  [`users list --organization ${someId}`, 1, 'Organization not found'],
  [`keys list --organization ${someId}`, 1, 'Organization not found'],
  [`payments list --organization ${someId}`, 1, 'Organization not found'],
  ['verify --organization lakbay', 2, '--organization must be a UUID, not "lakbay"'],
  [`verify --organization ${someId}`, 1, 'Organization not found'],
  ['distribute', 1, 'the embedded database cannot be distributed. Set DATABASE_URL to the coordinator'],
  [`keys revoke --organization ${someId} --key-id ${someId}`, 1, 'API key not found'],
])('takilya %s: exit code %i, %s', async (words, code, message) => {
  const { errors, ...ended } = await takilya({ DATA_DIR: await newDataDir(code === 1 ? 'migrate' : undefined) }, words);
  expect(ended.code).toBe(code);
  expect(errors).toContain(message);
  expect(errors).not.toMatch(/^ +at /m);
});

test.each([
  ['in a folder that is not there', '/no/such/backup', 2, '--to must be in a folder that exists: /no/such does not'],
  ['where nobody can write', '/proc/backup', 1, '/proc/backup.lock cannot be written'],
])('takilya backup names the place: %s', async (_title, to, code, message) => {
  const ended = await takilya({ DATA_DIR: await newDataDir() }, `backup --to ${to}`);
  expect(ended).toMatchObject({ code, output: '' });
  expect(ended.errors).toContain(message);
});

test.each([
  ['dump'],
  ['verify'],
  ['distribute'],
  ['backup --to backup'],
  ['organizations list'],
  [`keys list --organization ${someId}`],
  ['users reset-password --email ana@example.com'],
])('takilya %s creates no database in a mistyped folder', async (words) => {
  const folder = await newDataDir();
  const ended = await takilya({ DATA_DIR: join(folder, 'dta') }, words);
  expect(ended).toMatchObject({ code: 1, output: '' });
  expect(ended.errors).toContain(`there is no Takilya database in ${join(folder, 'dta')}`);
  expect(await readdir(folder)).toStrictEqual([]);
});
