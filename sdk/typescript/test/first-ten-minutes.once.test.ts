import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { authorityFile } from '../../../server/test/fixtures/receiver.ts';
import { withValues } from '../../../server/test/process/documented.ts';
import { newInstallation } from '../../../server/test/process/installation.ts';
import { Program, repository, startServer } from '../../../server/test/process/start-server.ts';

const binaries = join(repository, 'node_modules/.bin');
const certificates = join(repository, 'server/test/fixtures/certificates');

/** The code of docs/sdk-typescript.md by the words after `ts`. */
const blocks = Map.groupBy(
  readFileSync(join(repository, 'docs/sdk-typescript.md'), 'utf8').matchAll(/^```ts ?([a-z ]*)\n(.*?)^```/gms),
  ([, name = '']) => name,
);
const code = (name: string) => (blocks.get(name) ?? []).map(([, , text = '']) => text).join('\n');

/** Registers a webhook whose receiver is the documented one, runs the documented sale, and waits for its notifications. */
const PROGRAM = `import { createServer } from 'node:https';
import { readFileSync } from 'node:fs';
import { Takilya } from '@takilya/sdk';
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
  const takilya = new Takilya({ apiKey: process.env.TAKILYA_KEY ?? '', baseUrl: 'http://localhost:3000' });
  const hook = await takilya.webhooks.create({ url: \`https://localhost:\${address.port}/\`, events: ['ticket.purchased', 'ticket.checked_in'] });
  secret = hook.secret;
  await import('./receiver-test.js');
  await import('./sale.js');
});
`;

test('a stranger installs the package, sells, gets the webhooks and checks in, as docs/sdk-typescript.md says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'takilya-sdk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = (program: string, ...arguments_: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, arguments_, { cwd: folder, encoding: 'utf8' });
    expect([status, stdout + stderr], `${program} ${arguments_.join(' ')}`).toEqual([0, expect.anything()]);
    return stdout;
  };

  run('npm', 'pack', join(repository, 'sdk/typescript'), '--pack-destination', folder);
  const packed = run('tar', '-tzf', 'takilya-sdk-0.1.0.tgz').split('\n');
  const wanted = ['package.json', 'README.md', 'LICENSE', 'dist/takilya.js', 'dist/takilya.d.ts', 'dist/testing.js'];
  expect(packed).toEqual(expect.arrayContaining(wanted.map((name) => `package/${name}`)));
  expect(packed.filter((name) => /\/(src|test)\//.test(name))).toEqual([]);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', './takilya-sdk-0.1.0.tgz');

  const installation = await newInstallation('embedded');
  const { url } = await startServer({
    ...installation.env,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: '1',
    NODE_EXTRA_CA_CERTS: authorityFile,
  });
  const here = { 'http://localhost:3000': url };
  writeFileSync(join(folder, 'sale.ts'), withValues(code(''), here));
  writeFileSync(join(folder, 'receiver.ts'), code('receiver'));
  writeFileSync(join(folder, 'receiver-test.ts'), code('receiver test'));
  writeFileSync(join(folder, 'program.ts'), withValues(PROGRAM, here));
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
  run(join(binaries, 'tsc'), ...options, ...types, 'program.ts', 'sale.ts', 'receiver-test.ts');

  const program = new Program(['node', join(folder, 'program.js')], { TAKILYA_KEY: installation.key });
  const { code: exit } = await program.end();
  expect(program.errors).toBe('');
  expect(exit).toBe(0);
  const lines = program.output.trim().split('\n');
  expect(lines.filter((line) => line === 'Maria Santos paid 350')).toHaveLength(2);
  expect(lines).toEqual(
    expect.arrayContaining(['the receiver trusts it', '1 of 1', 'only 48 left', 'statuses 204,204,204,204']),
  );
});
