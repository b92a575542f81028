import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, type TestContext, test } from 'vitest';
import { SET_UP } from '../../../docs-site/samples/samples.ts';
import { freePort } from '../databases/postgres-server.ts';
import { authorityFile } from '../fixtures/receiver.ts';
import { withValues } from './documented.ts';
import { newInstallation } from './installation.ts';
import { openSampleWorld, PICTURE, type SampleWorld } from './reference-samples.ts';
import { Program, repository, startServer } from './start-server.ts';

/** What programs without the SDK may be asked to install; the newest first. */
const PYTHONS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10'];
const IS_NEW_ENOUGH = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';
const python = PYTHONS.find((candidate) => {
  try {
    execFileSync(candidate, ['-c', IS_NEW_ENOUGH], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});
const withoutPython = python
  ? ''
  : ': SKIPPED, there is no Python 3.10 or newer with venv (apt-get install python3-venv)';

const package_ = join(repository, 'sdk/python');
const certificates = join(repository, 'server/test/fixtures/certificates');
let folder: string;
let world: SampleWorld;
/** Why nothing can be installed, or null. */
let withoutIndex: string | null = null;

/** Runs a program in the folder with the settings of pip. @returns what it printed */
function run(command: string, ...arguments_: string[]): string {
  try {
    return execFileSync(command, arguments_, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${arguments_.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

const tools = (program: string) => join(folder, 'tools/bin', program);
const stranger = () => join(folder, 'stranger/bin/python');

/** Two environments: one with what builds and checks, and an empty one that gets the wheel and what it depends on. */
beforeAll(async () => {
  if (!python) return;
  folder = await mkdtemp(join(tmpdir(), 'takilya-python-'));
  run(python, '-m', 'venv', 'tools');
  run(python, '-m', 'venv', '--without-pip', 'stranger');
  // The index is asked once, and only here: if it does not answer, nothing failed that these tests are about.
  try {
    run(tools('pip'), 'download', '--quiet', '-d', 'wheels', 'flit_core', 'mypy', 'httpx2');
  } catch (error) {
    withoutIndex = `no package index: ${(error as Error).message.split('\n').at(-2)}`;
    console.warn(`The tests of the Python SDK are SKIPPED: ${withoutIndex}`);
    return;
  }
  const downloaded = ['--quiet', '--no-index', '--find-links', 'wheels'];
  run(tools('pip'), 'install', ...downloaded, 'flit_core', 'mypy', 'httpx2');
  await cp(package_, join(folder, 'package'), { recursive: true });
  await copyFile(join(repository, 'sdk/retry-scenarios.json'), join(folder, 'retry-scenarios.json'));
  run(tools('pip'), 'wheel', '--quiet', '--no-deps', '--no-build-isolation', '-w', 'dist', './package');
  const [wheel = ''] = await readdir(join(folder, 'dist'));
  run(tools('pip'), '--python', stranger(), 'install', ...downloaded, join('dist', wheel));
  for (const [name, code] of Object.entries(await programs())) await writeFile(join(folder, name), code);
  world = await openSampleWorld();
  await writeFile(join(folder, 'samples.py'), samplesAsFunctions());
  await copyFile(join(certificates, 'server.pem'), join(folder, 'cert.pem'));
  await copyFile(join(certificates, 'server.key'), join(folder, 'key.pem'));
});

afterAll(async () => {
  await world?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** The programs of docs/sdk-python.md by their names, which their first lines say. */
async function programs(): Promise<Record<string, string>> {
  const page = await readFile(join(repository, 'docs/sdk-python.md'), 'utf8');
  return Object.fromEntries(
    [...page.matchAll(/^```python\n# (\w+\.py)\n(.*?)^```/gms)].map(([, name = '', code = '']) => [name, code]),
  );
}

/** A function for each sample of the reference and of sdk/python/README.md, since several have the same variables. */
function samplesAsFunctions(withIds: SampleWorld['withIds'] = (_name, text) => text): string {
  const [, readme = ''] = /^```python\n(.*?)^```/ms.exec(readFileSync(join(package_, 'README.md'), 'utf8')) ?? [];
  const samples = [...world.samples].map(([name, { python }]) => [name, withIds(name, python)] as const);
  const functions = [...samples, ['readme', readme] as const].map(
    ([name, code]) => `def ${name}() -> None:\n${code.replaceAll(/^(?=.)/gm, '    ')}\n`,
  );
  return [SET_UP.python, ...functions].join('\n\n');
}

/** Runs the samples one after the other, and says the last status of each. */
const RUN_SAMPLES = `
import io, sys, traceback
from contextlib import redirect_stdout

import httpx2

import samples

status = 0
send = httpx2.Client.send


def watched(*arguments, **options):
    global status
    response = send(*arguments, **options)
    status = response.status_code
    return response


httpx2.Client.send = watched
for name in sys.argv[1:]:
    status, failed = 0, ""
    try:
        with redirect_stdout(io.StringIO()):
            getattr(samples, name)()
    except Exception as error:
        failed = f" and failed: {error}" if status < 400 else ""
        traceback.print_exc()
    print(name, f"{status}{failed}")
`;

const withPython = (title: string, work: () => void | Promise<void>) =>
  test.skipIf(!python)(`${title}${withoutPython}`, ({ skip }: TestContext) => {
    skip(withoutIndex !== null, withoutIndex ?? '');
    return work();
  });

withPython('a stranger with the wheel of the Python SDK sells, is told by webhook, and admits', async () => {
  const { env, key } = await newInstallation('embedded');
  const { url } = await startServer({
    ...env,
    NODE_EXTRA_CA_CERTS: authorityFile,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: '1',
  });
  const port = String(await freePort());
  const own = await mkdtemp(join(folder, 'programs-'));
  onTestFinished(() => rm(own, { recursive: true, force: true }));
  for (const [name, code] of Object.entries(await programs())) {
    const values = { 'http://localhost:3000': url, ...(name === 'receiver.py' ? { 8443: port } : {}) };
    await writeFile(join(own, name), withValues(code, values));
  }
  const start = (name: string) =>
    new Program(['sh', '-c', `cd ${folder} && exec ${stranger()} ${own}/${name}`], { TAKILYA_API_KEY: key });

  const receiver = start('receiver.py');
  await receiver.says(/Listening/);
  const sale = start('first_sale.py');
  const { code } = await sale.end();
  expect(sale.errors).toBe('');
  expect(code).toBe(0);
  expect(sale.output).toMatch(
    /^Paid: https:.*order_id=.*\nTK-\S+ Maria Santos 700\nChecked in: \d{4}-.*Z\nRefused: already_checked_in\n$/,
  );

  await receiver.says(/Sold: \S+ 350\n(.*\n)*Sold: \S+ 350\n/);
  await receiver.says(/Admitted: \S+\n/);
  expect(receiver.output).not.toContain('Refused');

  const attendees = start('attendees.py');
  expect((await attendees.end()).code).toBe(0);
  expect(attendees.output).toMatch(
    /^Barrio Fiesta \S+ (checked_in\nBarrio Fiesta \S+ valid|valid\nBarrio Fiesta \S+ checked_in)\n$/,
  );
});

withPython('the samples of the reference and of the README for Python answer as documented', async () => {
  const { url, key, samples, withIds } = world;
  const own = await mkdtemp(join(folder, 'samples-'));
  const values = {
    'svc_live_…': key,
    '"http://localhost:3000"': `"${url}", max_retries=0`,
    'https://tickets.example': url,
  };
  await writeFile(join(own, 'samples.py'), withValues(samplesAsFunctions(withIds), values));
  await writeFile(join(own, 'run.py'), RUN_SAMPLES);
  await writeFile(join(own, 'picture.png'), PICTURE);
  const names = [...samples.keys(), 'readme'].join(' ');
  const program = new Program(['sh', '-c', `cd ${own} && exec ${stranger()} run.py ${names}`], {});
  await program.end();
  expect(world.wrongAnswers(program.output), program.errors).toEqual({});
  expect(program.output).toMatch(/^readme 200$/m);
});

withPython('the Python SDK repeats, pages, refuses and verifies as its own tests say', () => {
  run('sh', '-c', `cd package && exec ${stranger()} -W error -m unittest discover -s tests 2>&1`);
});

withPython('the Python SDK, the programs of its page and the samples of the reference pass mypy --strict', async () => {
  const names = Object.keys(await programs());
  expect(names).toEqual(['first_sale.py', 'attendees.py', 'receiver.py']);
  run(tools('mypy'), '--strict', '--python-executable', stranger(), '-p', 'takilya');
  run(tools('mypy'), '--strict', '--python-executable', stranger(), ...names, 'samples.py');
});

withPython('the wheel has the types and the licence, and no tests', async () => {
  const [wheel = ''] = await readdir(join(folder, 'dist'));
  const files = run(stranger(), '-m', 'zipfile', '-l', join('dist', wheel));
  expect(wheel).toMatch(/^takilya-.*-py3-none-any\.whl$/);
  for (const name of ['takilya/py.typed', 'takilya/_generated/models.py', '/licenses/LICENSE'])
    expect(files).toContain(name);
  expect(files).not.toMatch(/\btests?\/|test_/);
});
