import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPaymongoStandIn, PAYMONGO_KEYS, paymongoSignature } from '../payments/paymongo-stand-in.ts';
import { openClient } from './client.ts';
import { newDataDir, Program, repository, server as serverCommand, startServer } from './start-server.ts';

const takilya = ['node', join(repository, 'scripts/takilya.mjs')];
const SECRETS_KEY = Buffer.alloc(32, 9).toString('base64');

async function run(env: NodeJS.ProcessEnv, words: string[], input = '') {
  const program = new Program([...takilya, ...words], env, input);
  const { code } = await program.end();
  return { code, output: program.output, errors: program.errors };
}

async function installation() {
  const paymongo = await openPaymongoStandIn();
  onTestFinished(() => paymongo.close());
  const env = {
    DATA_DIR: await newDataDir('migrate'),
    SECRETS_KEY,
    PAYMENT_PROVIDER: 'paymongo',
    PAYMONGO_URL: paymongo.url,
    PUBLIC_URL: 'https://tickets.example',
  };
  const created = await run(env, ['organizations', 'create', '--name', 'Lakbay']);
  return { env, paymongo, organizationId: created.output.trim() };
}

const { secretKey, webhookSecret } = PAYMONGO_KEYS.live;
const secrets = `${secretKey}\n${webhookSecret}\n`;

test('an account set on the command line receives notifications at the printed address, and its secrets are not readable', async () => {
  const { env, organizationId } = await installation();
  const set = ['payments', 'set', '--organization', organizationId, '--provider', 'paymongo'];
  const done = await run(env, [...set, '--methods', 'GCASH,CARD'], secrets);
  expect(done).toMatchObject({ code: 0, output: 'paymongo, live: CARD, GCASH\n' });
  const address = `/payments/paymongo/${organizationId}/webhooks`;
  expect(done.errors).toContain(`https://tickets.example${address}`);
  const listed = await run(env, ['payments', 'list', '--organization', organizationId]);
  expect(listed.output).toContain('paymongo  live, in use since ');
  expect(listed.output).toContain('ways to pay: card, gcash');
  for (const { output, errors } of [done, listed]) expect(output + errors).not.toMatch(/sk_live|whsk/);

  const server = await startServer(env);
  const body = Buffer.from('{}');
  const headers = paymongoSignature(body, new Date(), { mode: 'live', secret: webhookSecret });
  expect((await fetch(server.url + address, { method: 'POST', body, headers })).status).toBe(200);
  expect((await fetch(server.url + address, { method: 'POST', body })).status).toBe(401);
  await server.end('SIGTERM');
  expect(server.output + server.errors).not.toMatch(/sk_live|whsk/);
  const files = await readdir(env.DATA_DIR, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile()))
    expect((await readFile(join(file.parentPath, file.name))).includes(secretKey)).toBe(false);
});

const REFUSED: [words: string[], input: string, code: number, message: string][] = [
  [['--provider', 'stripe'], secrets, 2, '--provider must be paymongo or xendit'],
  [['--provider', 'paymongo', '--methods', 'GCASH,CASH'], secrets, 2, '--methods must be some of'],
  [['--provider', 'paymongo'], `${secretKey}\n`, 2, 'one line for each of: Secret key, Webhook secret'],
  [['--provider', 'paymongo'], `sk_live_wrong\n${webhookSecret}\n`, 1, 'with 401 api_key_invalid'],
  [['--provider', 'paymongo'], `${webhookSecret}\n${secretKey}\n`, 1, 'secret_key must be PayMongo'],
];

test('payments set refuses an invalid account, and shows no secret', async () => {
  const { env, organizationId } = await installation();
  for (const [words, input, code, message] of REFUSED) {
    const refused = await run(env, ['payments', 'set', '--organization', organizationId, ...words], input);
    expect(refused).toMatchObject({ code, output: '', errors: expect.stringContaining(message) });
    expect(refused.errors).not.toMatch(/sk_live_\w{5}|whsk_\w/);
  }
});

test('a provider that hangs does not delay the stop, neither in a request nor in a background task', async () => {
  const { env, paymongo, organizationId } = await installation();
  const key = (await run(env, ['keys', 'create', '--organization', organizationId, '--name', 'test'])).output.trim();
  await run(env, ['payments', 'set', '--organization', organizationId, '--provider', 'paymongo'], secrets);
  const server = await startServer({ ...env, CHECKOUT_HOLD_SECONDS: '1' });
  const client = openClient(server.url, key);
  const event = await client.createEvent({ capacity: 10 });
  const pay = async () => {
    const { data } = await client.hold(event);
    const url = server.url + new URL(data.checkout_url).pathname;
    return fetch(`${url}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ payment_method: 'GCASH' }),
    });
  };
  // Each is tried again when its hold of one second ends before its payment begins.
  await expect.poll(async () => (await pay()).headers.get('location')).toContain('https://checkout.paymongo.com/');
  const created = () => paymongo.calls.filter((call) => call === 'create').length;
  const before = created();
  paymongo.misbehave(() => 'hang before');
  let hanging: Promise<unknown> | undefined;
  await expect
    .poll(() => {
      hanging ??= pay()
        .catch(() => undefined)
        .finally(() => {
          hanging = undefined;
        });
      return created();
    })
    .toBeGreaterThan(before);
  await expect.poll(() => paymongo.calls).toContain('close');
  // After nine seconds it would be 1.
  expect((await server.end('SIGTERM')).code).toBe(0);
  await hanging;
});

test('all invalid payment settings are named at once', async () => {
  const program = new Program(serverCommand, {
    DATA_DIR: join(await newDataDir(), 'new'),
    PAYMENT_PROVIDER: 'paymongo',
    PAYMONGO_URL: 'http://api.paymongo.com',
    SECRETS_KEY: 'c2hvcnQ=',
    DEMO: '1',
  });
  expect((await program.end()).code).toBe(1);
  expect(program.errors).toContain('SECRETS_KEY must be 32 bytes as base64');
  expect(program.errors).toContain('PAYMONGO_URL must be a URL that starts with https://');
  expect(program.errors).toContain('DEMO=1 needs PAYMENT_PROVIDER=sandbox');
  expect(program.errors).not.toContain('c2hvcnQ=');
  const keyless = new Program(serverCommand, {
    DATA_DIR: join(await newDataDir(), 'new'),
    PAYMENT_PROVIDER: 'paymongo',
  });
  expect((await keyless.end()).code).toBe(1);
  expect(keyless.errors).toContain('SECRETS_KEY must be set with PAYMENT_PROVIDER=paymongo');
});
