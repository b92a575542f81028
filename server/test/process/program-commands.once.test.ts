import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
// @ts-expect-error: plain JavaScript, so that the folder runs without the service
import { NOTIFICATION_TYPES as TYPES_OF_COMMANDS } from '../../../cli/notification-types.mjs';
import { createApiKey } from '../../src/api-keys/create-api-key.ts';
import type { Scope } from '../../src/api-keys/scopes.ts';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { createOrganization } from '../../src/organizations/create-organization.ts';
import { openTestOrganization } from '../../src/organizations/open-test-organization.ts';
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts';
import { NOTIFICATION_TYPES } from '../../src/webhooks/notification.ts';
import { createPostgresDatabase } from '../databases/test-database.ts';
import { newDataDir, Program, repository, startServer } from './start-server.ts';

/** Run like `npx takilya`, with the Node of the machine. */
const takilya = ['node', join(repository, 'scripts/takilya.mjs')];
const TRIGGERED = NOTIFICATION_TYPES.filter((type) => !type.startsWith('subscription.'));

async function run(env: NodeJS.ProcessEnv, words: string[], input?: string) {
  return resultOf(new Program([...takilya, ...words], env, input));
}

async function resultOf(program: Program) {
  const { code } = await program.end();
  return { code, output: program.output, errors: program.errors };
}

/** A live organization with its test organization, a key of each, and one for the door. */
async function openOrganizations(url: string) {
  const db = await openPostgres(url, { poolSize: 2 });
  const now = new Date();
  const actor = OPERATOR;
  const organizationId = await createOrganization(db, { name: 'Lakbay', now });
  const { organization: test } = await openTestOrganization(db, { organizationId, actor, now });
  const keyOf = async (id: string, scope: Scope = 'all') =>
    (await createApiKey(db, { organizationId: id, actor, name: 'laptop', scopes: [scope], now })).key;
  const keys = { live: await keyOf(organizationId), test: await keyOf(test.id), door: await keyOf(test.id, 'door') };
  await db.close();
  return keys;
}

interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
  id: string;
  type: string;
  accepted: boolean;
}

/** A developer's program. It answers `status`. */
async function openProgram() {
  const received: Received[] = [];
  const program = { received, status: 503, port: 0 };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { id, type } = JSON.parse(body.toString());
    received.push({ headers: request.headers, body, id, type, accepted: program.status < 300 });
    response.writeHead(program.status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  program.port = (server.address() as AddressInfo).port;
  return program;
}

type IsGenuine = (body: Buffer, headers: IncomingHttpHeaders, secrets: string[]) => boolean;

/** The check of the receiver in docs/webhooks.md, as readers copy it. */
async function documentedCheck(): Promise<{ isGenuine: IsGenuine; hasServiceSignature: IsGenuine }> {
  const text = await readFile(join(repository, 'docs/webhooks.md'), 'utf8');
  const [, code = ''] = /^```js\n(.*?)^\/\*\* Ids that were handled/ms.exec(text) ?? [];
  process.env.WEBHOOK_SECRETS = '';
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

test('the commands know the types of notifications', () => {
  expect(TYPES_OF_COMMANDS).toEqual(NOTIFICATION_TYPES);
});

test('completion knows the commands, and help each of them', async () => {
  const script = (await run({}, ['completion', 'bash'])).output;
  const bash = (command: string) =>
    execFileSync('bash', ['-c', `${script}\n${command}`], { cwd: tmpdir(), encoding: 'utf8' }).trim();
  const complete = (words: string) =>
    bash(
      `COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _takilya; echo "\${COMPREPLY[@]}"; complete -p npx`,
    );
  const OF_NPX = 'complete -o default -F _takilya npx';
  expect(complete('takilya li')).toBe(`listen\n${OF_NPX}`);
  expect(complete('npx takilya mc')).toBe(`mcp\n${OF_NPX}`);
  expect(complete('npx vitest li')).toBe(OF_NPX);
  expect(complete('takilya trigger order.')).toBe(`order.refunded order.changed\n${OF_NPX}`);
  // In another folder npx would ask a registry for a package of this name.
  expect(bash('takilya completion bash')).toBe(script.trim());
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { output } = await run({}, ['completion', shell]);
    expect(output.split('\n', 1)[0]).toContain(`node '${join(repository, 'cli/takilya.mjs')}' completion ${shell}`);
  }
  expect((await run({}, ['completion', 'fish'])).output).toContain('__fish_seen_subcommand_from listen');
  expect((await run({}, ['trigger', 'ticket.sold'])).code).toBe(2);
  expect(await run({}, ['events', 'tail', '--help'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('--type'),
  });
});

test('a mistyped command exits with 2, and a question for help with 0', async () => {
  const refused = (name: string) => ({
    ...{ code: 2, output: '', errors: `unknown command: ${name}\nSee: npx takilya --help\n` },
  });
  const help = { code: 0, output: expect.stringMatching(/^Usage: .*events tail/s), errors: '' };
  expect(await run({}, ['events', 'tial'])).toEqual(refused('events tial'));
  expect(await run({}, ['events'])).toEqual(help);
  expect(await run({}, ['events', '--help'])).toEqual(help);

  const alone = (...words: string[]) =>
    resultOf(new Program(['node', join(repository, 'cli/takilya.mjs'), ...words], {}));
  expect(await alone('events', 'tial')).toEqual(refused('events tial'));
  expect(await alone('serve', '--help')).toEqual(refused('serve'));
  expect(await alone()).toEqual(help);
});

test('login keeps a key that only admits guests, which reads no organization', async () => {
  const DATABASE_URL = await createPostgresDatabase();
  const { door } = await openOrganizations(DATABASE_URL);
  const { url } = await startServer({ DATA_DIR: await newDataDir(), DATABASE_URL });
  const config = await mkdtemp(join(tmpdir(), 'takilya-config-'));
  onTestFinished(() => rm(config, { recursive: true, force: true }));
  const env = { XDG_CONFIG_HOME: config };
  expect(await run(env, ['login', '--url', url], door)).toEqual({
    ...{ code: 0, errors: '', output: `Logged in at ${url} as profile default: the key only admits guests\n` },
  });
  const { output } = await run(env, ['profiles', '--json']);
  expect(JSON.parse(output)).toEqual({ profile: 'default', url, organization: null, default: true });
});

test('listen loses nothing and sends nothing twice, while the program fails and the server and it are killed', async () => {
  const DATABASE_URL = await createPostgresDatabase();
  const serverEnv = { DATA_DIR: await newDataDir(), DATABASE_URL };
  const keys = await openOrganizations(DATABASE_URL);
  let server = await startServer(serverEnv);
  const config = await mkdtemp(join(tmpdir(), 'takilya-config-'));
  onTestFinished(() => rm(config, { recursive: true, force: true }));
  const env = { XDG_CONFIG_HOME: config };
  const program = await openProgram();
  const forward = ['listen', '--forward-to', `127.0.0.1:${program.port}/hook`];

  expect((await run(env, forward)).errors).toContain('log in first');
  const login = await run(env, ['login', '--url', server.url, '--json'], keys.test);
  expect(JSON.parse(login.output)).toMatchObject({ profile: 'default', organization: 'Lakbay', mode: 'test' });
  expect((await stat(join(config, 'takilya/config.json'))).mode & 0o777).toBe(0o600);
  const asLive = { ...env, TAKILYA_API_KEY: keys.live };
  expect(await run(asLive, forward)).toMatchObject({ code: 1, errors: expect.stringContaining('add --live') });
  expect(await run(asLive, ['trigger', 'event.updated'])).toMatchObject({ code: 1 });
  const elsewhere = { ...env, TAKILYA_URL: 'http://localhost:1' };
  expect((await run(elsewhere, ['open'])).errors).toContain('set TAKILYA_API_KEY, too');

  let listening = new Program([...takilya, ...forward], env);
  const [, secret = ''] = await listening.says(/Signing secret: (whsec_\S+)/);
  const trigger = async (type: string): Promise<Record<string, string>> => {
    const { code, output, errors } = await run(env, ['trigger', type, '--json']);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return JSON.parse(output);
  };
  const accepted = () => program.received.filter((one) => one.accepted);
  const countOf = (type: string) => accepted().filter((one) => one.type === type).length;

  const { event_id: event = '' } = await trigger('event.updated');
  await listening.says(/answered 503/);
  program.status = 204;
  await expect.poll(() => countOf('event.updated')).toBe(1);
  for (const type of TRIGGERED.slice(0, -1)) await trigger(type);
  await expect.poll(() => TRIGGERED.filter((type) => countOf(type) === 0)).toEqual([]);

  await server.end('SIGKILL');
  await listening.says(/does not answer/);
  server = await startServer({ ...serverEnv, PORT: new URL(server.url).port });
  const before = countOf('ticket.purchased');
  await trigger('ticket.purchased');
  await expect.poll(() => countOf('ticket.purchased')).toBe(before + 1);

  // Killed while the program does not accept what it was sent.
  program.status = 503;
  const sent = program.received.length;
  await trigger('ticket.purchased');
  await expect.poll(() => program.received.length).toBeGreaterThan(sent);
  await listening.end('SIGKILL');
  program.status = 204;
  listening = new Program([...takilya, ...forward], env);
  await expect.poll(() => countOf('ticket.purchased')).toBe(before + 2);
  expect((await listening.end('SIGTERM')).code).toBe(0);

  const following = new Program([...takilya, 'events', 'tail', '--from-start', '--json'], env);
  const read = () => following.output.trim().split('\n').filter(Boolean);
  await expect.poll(() => read().length).toBe(accepted().length);
  await following.end('SIGTERM');
  // Each once, in the order of the server. The last of all was waited for.
  expect(accepted().map(({ id }) => id)).toEqual(read().map((line) => JSON.parse(line).id));
  const { isGenuine, hasServiceSignature } = await documentedCheck();
  for (const { body, headers } of program.received) {
    expect(isGenuine(body, headers, [secret])).toBe(true);
    expect(hasServiceSignature(body, headers, [secret])).toBe(true);
    expect(isGenuine(Buffer.concat([body, Buffer.from(' ')]), headers, [secret])).toBe(false);
  }
  const opened = await run(env, ['open', event, '--print']);
  expect(opened.output).toBe(`${server.url}/dashboard/events/${event}\n`);
});
