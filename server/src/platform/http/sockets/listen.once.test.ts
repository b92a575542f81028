import { spawnSync } from 'node:child_process';
import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { explainListenError, listen } from './listen.ts';

const CONNECTIONS = 64;
/** Connects to the port of its first argument, and ends when the kernel has accepted all connections. */
const CROWD = `
  const sockets = Array.from({ length: ${CONNECTIONS} }, () => require('node:net').connect(process.argv[1], '127.0.0.1'));
  Promise.all(sockets.map((socket) => new Promise((done) => socket.on('connect', done)))).then(() => process.exit());`;

/** Turns of the event loop until all connections are accepted that arrived while it was busy. */
async function turnsToAccept(server: net.Server, port: number): Promise<number> {
  let accepted = 0;
  server.on('connection', () => accepted++);
  const crowd = spawnSync(process.execPath, ['-e', CROWD, String(port)], { encoding: 'utf8' });
  expect(crowd.stderr).toBe('');
  let turns = 0;
  for (; accepted < CONNECTIONS; turns++) await nextTurn();
  return turns;
}

describe('listening', () => {
  test('accepts a crowd within few turns of a busy event loop', async () => {
    const app = Fastify();
    const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 });
    const turns = await turnsToAccept(app.server, port);
    if (process.platform === 'linux') expect(turns).toBeLessThan(CONNECTIONS / 2);
    await close();
  });

  test('control: one socket accepts one connection a turn', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await nextTurn();
    expect(await turnsToAccept(server, (server.address() as net.AddressInfo).port)).toBeGreaterThanOrEqual(CONNECTIONS);
    server.close();
  });

  test('answers on every connection, and on none after close', async () => {
    const app = Fastify();
    app.get('/', async () => 'here');
    const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 });
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text();
    expect(await Promise.all(Array.from({ length: CONNECTIONS }, ask))).toEqual(Array(CONNECTIONS).fill('here'));
    await close();
    await expect(ask()).rejects.toThrow('fetch failed');
  });

  test('does not share a port with another instance', async () => {
    const first = Fastify();
    const { port, close } = await listen(first, { host: '127.0.0.1', port: 0 });
    const second = listen(Fastify(), { host: '127.0.0.1', port });
    await expect(second).rejects.toThrow(`PORT ${port} on 127.0.0.1 is taken by another program`);
    await close();
  });

  test.each([
    // An address reserved for documentation.
    ['192.0.2.1', 'HOST 192.0.2.1 is not an address of this machine'],
    ['nowhere.invalid', 'HOST nowhere.invalid cannot be resolved'],
  ])('on %s is refused with a message about the setting', async (host, words) => {
    await expect(listen(Fastify(), { host, port: 0 })).rejects.toThrow(words);
  });

  test('on a privileged port is refused with a message about the setting', () => {
    const refused = Object.assign(new Error('listen EACCES: permission denied 127.0.0.1:80'), { code: 'EACCES' });
    expect(explainListenError({ host: '127.0.0.1', port: 80 }, refused).message).toBe(
      'PORT 80 is not allowed for this user: set PORT to 1024 or higher, with a proxy in front',
    );
  });
});
