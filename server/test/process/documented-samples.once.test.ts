import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { EXAMPLE_IDS } from '../../../docs-site/samples/example-ids.ts';
import { SET_UP } from '../../../docs-site/samples/samples.ts';
import { operationsOf } from '../../../scripts/openapi-document.ts';
import { type SignedWebhook, signWebhook } from '../../../sdk/typescript/src/testing.ts';
import { freePort } from '../databases/postgres-server.ts';
import { authority } from '../fixtures/receiver.ts';
import { installedProgram, withValues } from './documented.ts';
import { openSampleWorld, PICTURE, type SampleWorld } from './reference-samples.ts';
import { Program, repository } from './start-server.ts';

/** The SDKs' samples run in first-ten-minutes.once.test.ts and sdk-python.once.test.ts, where the packages are. */
let world: SampleWorld;
beforeAll(async () => {
  world = await openSampleWorld();
});
afterAll(() => world?.close());

/** Operations without samples, and what a key is told: they need a person who is logged in. */
const FOR_PEOPLE = {
  person_required: [
    ...['setPaymentAccount', 'removePaymentAccount', 'createApiKey', 'revokeApiKey', 'eraseBuyer', 'requireTwoFactor'],
    ...['openTestOrganization', 'changeRole', 'removeMember', 'logOutMember', 'createInvitation', 'deleteInvitation'],
  ],
  test_needs_person: ['testMessage'],
};

test('every operation has samples, except those that answer every key that they need a person', async () => {
  const { document, samples, url, key, withIds } = world;
  const without = operationsOf(document.paths).filter(({ operation }) => !samples.has(operation.operationId));
  const refused = without.map(async ({ method, path, operation: { operationId } }) => {
    const answer = await fetch(`${url}/api/v1${withIds(operationId, path.replace(/\{\w+\}/, EXAMPLE_IDS.eventId))}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(method === 'DELETE' ? {} : { body: JSON.stringify({ subject: 'Gates', text: 'They open at five.' }) }),
    });
    const { error } = (await answer.json()) as { error?: { code: string } };
    return [operationId, error?.code];
  });
  const listed = Object.entries(FOR_PEOPLE).flatMap(([code, names]) => names.map((name) => [name, code]));
  expect(Object.fromEntries(await Promise.all(refused))).toEqual(Object.fromEntries(listed));
});

/**
 * Says the status of each request; the answer of one that failed is an error. `stream` ends an answer that has no end
 * after a second, or later when a busy machine has not begun to answer by then (status 000).
 */
const SAY_STATUS = `curl() {
  status=$(command curl --silent --output answer --write-out '%{http_code}' "$@") || true
  echo "$status"
  case $status in 2*) ;; *) cat answer >&2 ;; esac
}
stream() {
  for limit in 1 5 30; do
    answered=$(curl -m $limit "$@")
    if [ "$answered" != 000 ]; then break; fi
  done
  echo "$answered"
}
`;

const textOf = (page: string) => readFileSync(join(repository, page), 'utf8');
const blocksOf = (page: string, language: string): string[] =>
  [...textOf(page).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'takilya-samples-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs commands with the set-up of the samples, where both pictures are. */
async function runCommands(commands: string): Promise<Program> {
  const folder = await newFolder();
  for (const name of ['picture.png', 'logo.png']) await writeFile(join(folder, name), PICTURE);
  const setUp = withValues(SET_UP.curl, { 'http://localhost:3000': world.url, 'svc_live_…': world.key });
  const shell = new Program(['sh', '-eu'], {}, `cd ${folder}\n${SAY_STATUS}${setUp}\n${commands}`);
  await shell.end();
  return shell;
}

const withCurl = test.skipIf(!installedProgram('curl'));

withCurl('the samples of the reference for curl answer as documented', async () => {
  const commands = [...world.samples].map(([name, { curl }]) => {
    const command = name === 'streamLive' ? withValues(curl, { 'curl -N': 'stream -N' }) : curl;
    return `printf '${name} '\n${world.withIds(name, command)}\n`;
  });
  const { output, errors } = await runCommands(commands.join(''));
  expect(world.wrongAnswers(output), errors).toEqual({});
});

/** Other pages with commands, and the sample of the reference that has the ids they need. */
const PAGES = {
  'docs/pages.md': 'uploadLogo',
  'docs/webhooks.md': 'createWebhook',
  'docs/api/messages.md': 'createMessage',
  'docs/api/organization.md': 'uploadLogo',
  'docs/api/waiting-list.md': 'joinWaitingList',
};

withCurl('the commands of other pages that call the API succeed', async () => {
  const [api] = /^api\(\) .*$/m.exec(textOf('docs/tour.md')) ?? [];
  const calls = Object.entries(PAGES).flatMap(([page, operationId]) =>
    blocksOf(page, 'sh')
      .filter((block) => block.includes('$API'))
      .map((block) =>
        world.withIds(
          operationId,
          `EVENT=${EXAMPLE_IDS.eventId} WEBHOOK=${EXAMPLE_IDS.webhookId} CURSOR=${world.cursor}\n${block}`,
        ),
      ),
  );
  const requests = calls.join('').match(/^(api|curl) /gm) ?? [];
  expect(requests.length).toBeGreaterThanOrEqual(Object.keys(PAGES).length);
  const { output, errors } = await runCommands(`${api}\n${calls.join('')}`);
  const statuses = output.split('\n').filter((line) => line !== '');
  expect(
    statuses.filter((status) => status.startsWith('2')),
    errors,
  ).toHaveLength(requests.length);
});

test.skipIf(!installedProgram('openssl'))(
  'openssl signs the example of docs/webhooks.md as the page shows',
  async () => {
    const [, commands = '', shown] =
      /^```sh\n(SECRET=.*?)^```\n.*?^```\n(.*?)^```/ms.exec(textOf('docs/webhooks.md')) ?? [];
    const shell = new Program(['sh', '-eu'], {}, commands);
    await shell.end();
    expect([shell.output, shell.errors]).toEqual([shown, '']);
  },
);

const RECEIVERS = { js: ['node', 'receiver.mjs'], python: ['python3', 'receiver.py'] } as const;

for (const [language, [program, file]] of Object.entries(RECEIVERS))
  test.skipIf(!installedProgram(program))(
    `${file} of docs/webhooks.md trusts a signature, once, and refuses others`,
    async () => {
      const [code = ''] = blocksOf('docs/webhooks.md', language);
      const [folder, port] = [await newFolder(), await freePort()];
      for (const [name, as] of [
        ['server.pem', 'cert.pem'],
        ['server.key', 'key.pem'],
      ] as const)
        await copyFile(join(certificates, name), join(folder, as));
      await writeFile(join(folder, file), withValues(code, { 8443: String(port) }));
      const secrets = { WEBHOOK_SECRETS: `${SECRET} whsec_AAAQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQn8tJ8QO3Yk=` };
      const receiver = new Program(['sh', '-c', `cd ${folder} && exec ${program} ${file}`], secrets);

      const signed = await signWebhook({ type: 'webhook.test', data: { webhook_id: 'example' } }, SECRET);
      const forged = await signWebhook({ type: 'webhook.test', data: { webhook_id: 'forged' } }, OTHER_SECRET);
      await vi.waitFor(async () => expect(await post(port, signed), receiver.errors).toBe(204), PATIENCE_MS);
      expect([await post(port, signed), await post(port, forged)]).toEqual([204, 401]);
      await receiver.says(/webhook\.test .*example/);
      expect(receiver.output.trim().split('\n')).toHaveLength(1);
    },
  );

/** Until it listens it refuses connections. */
const PATIENCE_MS = { timeout: 30_000 };
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQn8tJ8QO3Yk=';
const OTHER_SECRET = 'whsec_BBBQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQn8tJ8QO3Yk=';
const certificates = join(repository, 'server/test/fixtures/certificates');

/** @returns the status that the receiver answers */
async function post(port: number, { body, headers }: SignedWebhook): Promise<number | undefined> {
  const options = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) }, ca: authority };
  const sent = request(`https://localhost:${port}/takilya`, options).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}
