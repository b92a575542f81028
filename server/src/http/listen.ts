import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Of one port. In a turn of its event loop Node accepts one connection of each listening socket, and a turn of an on-sale is
 * tens of milliseconds of work: through one socket, with turns of 50 ms, 256 browsers were let in at 20 a second.
 */
const SOCKETS = 32;
/** Where the kernel shares new connections out among the sockets of a port. */
const SHARES_PORTS = process.platform === 'linux';

/**
 * Listens for the app, on as many sockets as a rush needs.
 * @returns the port, and what closes the sockets and the app, once its last connection has ended
 * @throws the system's error, EADDRINUSE when another program has the port
 */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }) {
  if (!SHARES_PORTS) {
    await app.listen({ host, port });
    return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
  }
  const free = await findFreePort({ host, port });
  // Fastify hands on to Node what its own type does not name.
  const options: net.ListenOptions = { host, port: free, reusePort: true };
  await app.listen(options);
  const { address } = app.server.address() as AddressInfo;
  const others = await Promise.all(
    Array.from({ length: SOCKETS - 1 }, () =>
      openServer({ host: address, port: free, reusePort: true }, (socket) => app.server.emit('connection', socket)),
    ),
  );
  return { port: free, close: () => Promise.all([app.close(), ...others.map(closeServer)]) };
}

/** Sockets that share a port would share it with another Takilya of this user's too: first, one that does not. */
async function findFreePort(wanted: { host: string; port: number }): Promise<number> {
  const server = await openServer(wanted);
  const { port } = server.address() as AddressInfo;
  await closeServer(server);
  return port;
}

async function openServer(where: net.ListenOptions, onConnection?: (socket: net.Socket) => void) {
  // As Node's HTTP server has its sockets.
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, onConnection);
  server.listen(where);
  await once(server, 'listening');
  return server;
}

const closeServer = (server: net.Server) => new Promise((closed) => server.close(closed));
