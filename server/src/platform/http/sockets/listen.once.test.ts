import { spawnSync } from 'node:child_process';
import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { inWords, listen } from './listen.ts';

const CONNECTIONS = 64;
/** Connects to the port of its first argument, and ends when the kernel has taken all connections. */
const CROWD = `
  const sockets = Array.from({ length: ${CONNECTIONS} }, () => require('node:net').connect(process.argv[1], '127.0.0.1'));
  Promise.all(sockets.map((socket) => new Promise((done) => socket.on('connect', done)))).then(() => process.exit());`;

/** Turns of the event loop until everyone is let in who came while it was busy. */
async function turnsToLetIn(server: net.Server, port: number): Promise<number> {
  let inside = 0;
  server.on('connection', () => inside++);
  const crowd = spawnSync(process.execPath, ['-e', CROWD, String(port)], { encoding: 'utf8' });
  expect(crowd.stderr).toBe('');
  let turns = 0;
  for (; inside < CONNECTIONS; turns++) await nextTurn();
  return turns;
}

describe('listening', () => {
  test('lets a crowd in within few turns of a busy event loop', async () => {
    const app = Fastify();
    const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 });
    const turns = await turnsToLetIn(app.server, port);
    if (process.platform === 'linux') expect(turns).toBeLessThan(CONNECTIONS / 2);
    await close();
  });

  test('control: one socket lets one in a turn', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await nextTurn();
    expect(await turnsToLetIn(server, (server.address() as net.AddressInfo).port)).toBeGreaterThanOrEqual(CONNECTIONS);
    server.close();
  });

  test('answers on every connection, and on none once it is closed', async () => {
    const app = Fastify();
    app.get('/', async () => 'here');
    const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 });
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text();
    expect(await Promise.all(Array.from({ length: CONNECTIONS }, ask))).toEqual(Array(CONNECTIONS).fill('here'));
    await close();
    await expect(ask()).rejects.toThrow('fetch failed');
  });

  test('does not share a port with another that listens the same way', async () => {
    const first = Fastify();
    const { port, close } = await listen(first, { host: '127.0.0.1', port: 0 });
    const second = listen(Fastify(), { host: '127.0.0.1', port });
    await expect(second).rejects.toThrow(`PORT ${port} on 127.0.0.1 is taken by another program`);
    await close();
  });

  test.each([
    // Of a network that is for documents alone.
    ['192.0.2.1', 'HOST 192.0.2.1 is not an address of this machine'],
    ['nowhere.invalid', 'HOST nowhere.invalid is a name that nobody knows'],
  ])('on %s is refused in the words of the setting', async (host, words) => {
    await expect(listen(Fastify(), { host, port: 0 })).rejects.toThrow(words);
  });

  test('on a port of the superuser is refused in the words of the setting', () => {
    const refused = Object.assign(new Error('listen EACCES: permission denied 127.0.0.1:80'), { code: 'EACCES' });
    expect(inWords({ host: '127.0.0.1', port: 80 }, refused).message).toBe(
      'PORT 80 is not for this user: set PORT to one from 1024 on, with a proxy before it',
    );
  });
});
