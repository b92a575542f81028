import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type SignedWebhook, signWebhook } from '../../../sdk/typescript/src/testing.ts';
import { freePort } from '../databases/postgres-server.ts';
import { authority } from '../fixtures/receiver.ts';
import { installedProgram, withValues } from './documented.ts';
import { Program, repository } from './start-server.ts';

/* The receivers of docs/webhooks.md are on the internet: a stranger who connects to one must not stop it. */

/** By then a receiver has seen what happened to a connection. */
const NOTICES_MS = 300;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQn8tJ8QO3Yk=';
const certificates = join(repository, 'server/test/fixtures/certificates');
const codeOf = (language: string) => {
  const text = readFileSync(join(repository, 'docs/webhooks.md'), 'utf8');
  return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(text)?.[1] ?? '';
};

async function openReceiver(language: string, program: string, file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'takilya-receiver-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  await copyFile(join(certificates, 'server.pem'), join(folder, 'cert.pem'));
  await copyFile(join(certificates, 'server.key'), join(folder, 'key.pem'));
  await writeFile(join(folder, file), withValues(codeOf(language), { 8443: String(port) }));
  const receiver = new Program(['sh', '-c', `cd ${folder} && exec ${program} ${file}`], { WEBHOOK_SECRETS: SECRET });
  const signed = await signWebhook({ type: 'webhook.test', data: { webhook_id: 'example' } }, SECRET);
  await vi.waitFor(async () => expect(await post(port, signed), receiver.errors).toBe(204), { timeout: 30_000 });
  return { receiver, port, signed };
}

/** @returns the status that the receiver answers within the time that Takilya waits */
async function post(port: number, { body, headers }: SignedWebhook): Promise<number | undefined> {
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    ca: authority,
    agent: false,
    signal: AbortSignal.timeout(15_000),
  };
  const sent = request(`https://localhost:${port}/takilya`, options).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test.skipIf(!installedProgram('node'))('receiver.mjs goes on after a request whose connection broke', async () => {
  const { receiver, port, signed } = await openReceiver('js', 'node', 'receiver.mjs');
  const socket = connect({ port, host: 'localhost', ca: authority, servername: 'localhost' });
  await once(socket, 'secureConnect');
  socket.write('POST /takilya HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{"half":');
  await pause(NOTICES_MS);
  socket.destroy();
  await pause(NOTICES_MS);
  expect(receiver.running, receiver.errors).toBe(true);
  expect(await post(port, signed)).toBe(204);
});

test.skipIf(!installedProgram('python3'))('receiver.py goes on while somebody connects and says nothing', async () => {
  const { port, signed } = await openReceiver('python', 'python3', 'receiver.py');
  const socket = connectTcp({ port, host: 'localhost' });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  await pause(NOTICES_MS);
  expect(await post(port, signed)).toBe(204);
});
