import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE_IDS } from '../../../docs-site/samples/example-ids.ts';
import { SET_UP } from '../../../docs-site/samples/samples.ts';
import { authorityFile } from '../../../server/test/fixtures/receiver.ts';
import { withValues } from '../../../server/test/process/documented.ts';
import { newInstallation } from '../../../server/test/process/installation.ts';
import { openSampleWorld, PICTURE, type SampleWorld } from '../../../server/test/process/reference-samples.ts';
import { Program, repository, startServer } from '../../../server/test/process/start-server.ts';

const binaries = join(repository, 'node_modules/.bin');
const certificates = join(repository, 'server/test/fixtures/certificates');

/** The code of docs/sdk-typescript.md by the words after `ts`. */
const blocks = Map.groupBy(
  readFileSync(join(repository, 'docs/sdk-typescript.md'), 'utf8').matchAll(/^```ts ?([a-z ]*)\n(.*?)^```/gms),
  ([, name = '']) => name,
);
const [, readme = ''] =
  /^```ts\n(.*?)^```/ms.exec(readFileSync(join(repository, 'sdk/typescript/README.md'), 'utf8')) ?? [];
const code = (name: string) => (blocks.get(name) ?? []).map(([, , text = '']) => text).join('\n');

/**
 * Registers a webhook whose receiver is the documented one, runs the documented sale, and waits for its notifications.
 */
const PROGRAM = `import { createServer } from 'node:https';
import { readFileSync } from 'node:fs';
import { Takilya } from '@takilya/sdk';
import { payInSandbox } from '@takilya/sdk/testing';
import { receive } from './receiver.js';

const statuses: number[] = [];
let secret = '';
const server = createServer(
  { key: readFileSync('${certificates}/server.key'), cert: readFileSync('${certificates}/server.pem') },
  async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const { status } = await receive(new Request('https://localhost/', { method: 'POST', headers, body: Buffer.concat(chunks) }), secret);
    statuses.push(status);
    outgoing.writeHead(status).end();
    if (statuses.length === 4) server.close(() => console.log('statuses', statuses.join()));
  },
);
server.listen(0, async () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const takilya = new Takilya({ apiKey: process.env.TAKILYA_API_KEY ?? '', baseUrl: 'http://localhost:3000' });
  const free = await takilya.events.create({ title: 'Libre', start_datetime: '2035-05-01T18:00:00+08:00', capacity: 5, ticket_price: 0 });
  await takilya.events.update(free.id, { status: 'active' });
  const customer = { name: 'Maria Santos', email: 'maria@example.com' };
  const checkout = await takilya.checkouts.create({ event_id: free.id, quantity: 1, customer, success_url: 'https://shop.example/thanks' });
  console.log('free', new URL(await payInSandbox(checkout)).host, (await takilya.checkouts.get(checkout.checkout_id)).status);
  const hook = await takilya.webhooks.create({ url: \`https://localhost:\${address.port}/\`, events: ['ticket.purchased', 'ticket.checked_in'] });
  secret = hook.secret;
  await import('./receiver-test.js');
  await import('./sale.js');
});
`;

/** Runs the samples of the reference one after the other, and says the last status of each. */
const RUN_SAMPLES = `const print = console.log;
console.log = () => {};
const send = fetch;
let status = 0;
globalThis.fetch = async (request) => {
  const answer = await send(request);
  status = answer.status;
  return answer;
};
for (const name of process.argv.slice(2)) {
  status = 0;
  let failed = '';
  try {
    await import(\`./\${name}.js\`);
  } catch (error) {
    if (status < 400) failed = \` and failed: \${error}\`;
    console.error(name, error);
  }
  print(name, status + failed);
}
`;

let folder: string;
let world: SampleWorld;

function run(program: string, ...arguments_: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, arguments_, { cwd: folder, encoding: 'utf8' });
  expect([status, stdout + stderr], `${program} ${arguments_.join(' ')}`).toEqual([0, expect.anything()]);
  return stdout;
}

/** Puts the values of this test into a compiled program. */
const change = (name: string, to: (text: string) => string) =>
  writeFileSync(join(folder, name), to(readFileSync(join(folder, name), 'utf8')));

/** Packs and installs the SDK, and compiles all documented code as it stands. */
beforeAll(async () => {
  world = await openSampleWorld();
  folder = mkdtempSync(join(tmpdir(), 'takilya-sdk-'));
  run('npm', 'pack', join(repository, 'sdk/typescript'), '--pack-destination', folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', './takilya-sdk-0.1.0.tgz');

  const sources = {
    'sale.ts': code(''),
    'receiver.ts': code('receiver'),
    'receiver-test.ts': code('receiver test'),
    'program.ts': PROGRAM,
    'samples/set-up.ts': withValues(SET_UP.typescript, { 'const takilya': 'export const takilya' }),
    ...Object.fromEntries(
      [...world.samples].map(([name, { typescript }]) => [
        `samples/${name}.ts`,
        `import { takilya } from './set-up.js';\n${typescript}\n`,
      ]),
    ),
    'samples/readme.ts': `const eventId = '${EXAMPLE_IDS.eventId}';\n${readme}`,
  };
  mkdirSync(join(folder, 'samples'));
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
  // The declarations of the package are checked, too.
  const options = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--skipLibCheck',
    'false',
    '--outDir',
    '.',
  ];
  const types = ['--typeRoots', join(repository, 'node_modules/@types'), '--types', 'node'];
  run(join(binaries, 'tsc'), ...options, ...types, ...Object.keys(sources));
});
afterAll(async () => {
  await world?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test('the package has what it needs, and neither sources nor tests', () => {
  const packed = run('tar', '-tzf', 'takilya-sdk-0.1.0.tgz').split('\n');
  const wanted = ['package.json', 'README.md', 'LICENSE', 'dist/takilya.js', 'dist/takilya.d.ts', 'dist/testing.js'];
  expect(packed).toEqual(expect.arrayContaining(wanted.map((name) => `package/${name}`)));
  expect(packed.filter((name) => /\/(src|test)\//.test(name))).toEqual([]);
});

test('a stranger installs the package, sells, gets the webhooks and checks in, as docs/sdk-typescript.md says', async () => {
  const installation = await newInstallation('embedded');
  const { url } = await startServer({
    ...installation.env,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: '1',
    NODE_EXTRA_CA_CERTS: authorityFile,
  });
  for (const name of ['sale.js', 'program.js'])
    change(name, (text) => withValues(text, { 'http://localhost:3000': url }));

  const program = new Program(['node', join(folder, 'program.js')], { TAKILYA_API_KEY: installation.key });
  const { code: exit } = await program.end();
  expect(program.errors).toBe('');
  expect(exit).toBe(0);
  const lines = program.output.trim().split('\n');
  expect(lines.filter((line) => line === 'Maria Santos paid 350')).toHaveLength(2);
  expect(lines).toEqual(
    expect.arrayContaining([
      'free shop.example completed',
      'the receiver trusts it',
      '1 of 1',
      'only 48 left',
      'statuses 204,204,204,204',
    ]),
  );
});

test('the samples of the reference and of the README for TypeScript answer as documented', async () => {
  const { url, key, samples, withIds } = world;
  change('samples/set-up.js', (text) =>
    withValues(text, { 'svc_live_…': key, "'http://localhost:3000'": `'${url}', retries: 0` }),
  );
  for (const name of samples.keys()) change(`samples/${name}.js`, (text) => withIds(name, text));
  change('samples/readme.js', (text) =>
    withIds('createCheckout', withValues(text, { 'https://tickets.example': url })),
  );
  writeFileSync(join(folder, 'samples/run.js'), RUN_SAMPLES);
  writeFileSync(join(folder, 'picture.png'), PICTURE);
  const names = [...samples.keys(), 'readme'].join(' ');
  const program = new Program(['sh', '-c', `cd ${folder} && exec node samples/run.js ${names}`], {
    TAKILYA_API_KEY: key,
  });
  await program.end();
  expect(world.wrongAnswers(program.output), program.errors).toEqual({});
  expect(program.output).toMatch(/^readme 200$/m);
});
