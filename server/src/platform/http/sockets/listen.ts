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

interface Where {
  host: string;
  port: number;
}

/**
 * Listens for the app, on as many sockets as a rush needs.
 * @returns the port, and what closes the sockets and the app, once its last connection has ended
 * @throws Error for the operator when HOST or PORT cannot be listened on
 */
export const listen = (app: FastifyInstance, where: Where) =>
  listenOn(app, where).catch((error: NodeJS.ErrnoException) => {
    throw inWords(where, error);
  });

/** @returns the error that names the setting which is the reason of one of the system's */
export function inWords({ host, port }: Where, error: NodeJS.ErrnoException): Error {
  const unknownHost = `HOST ${host} is a name that nobody knows: set HOST to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT ${port} on ${host} is taken by another program: set PORT to a free one`,
    EACCES: `PORT ${port} is not for this user: set PORT to one from 1024 on, with a proxy before it`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine: set HOST to one that is, or to 0.0.0.0 for all of them`,
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
  };
  const reason = reasons[error.code ?? ''];
  return reason ? new Error(reason, { cause: error }) : error;
}

async function listenOn(app: FastifyInstance, { host, port }: Where) {
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
async function findFreePort(wanted: Where): Promise<number> {
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
