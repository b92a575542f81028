import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Listening sockets for one port. Per turn of the event loop Node accepts one connection of each listening socket, and
 * a turn during an on-sale is tens of milliseconds of work: through one socket, with turns of 50 ms, 256 browsers were
 * accepted at 20 a second.
 */
const SOCKETS = 32;
/** Linux distributes new connections among the sockets of a port. */
const SHARES_PORTS = process.platform === 'linux';

interface ListenAddress {
  host: string;
  port: number;
}

/**
 * Listens for the app on as many sockets as a rush needs.
 * @returns the port, and `close`, which resolves once the last connection has ended
 * @throws Error for the operator when HOST or PORT cannot be listened on
 */
export const listen = (app: FastifyInstance, where: ListenAddress) =>
  listenOn(app, where).catch((error: NodeJS.ErrnoException) => {
    throw explainListenError(where, error);
  });

/** @returns an error that names the wrong setting, or the given error if its cause is another */
export function explainListenError({ host, port }: ListenAddress, error: NodeJS.ErrnoException): Error {
  const unknownHost = `HOST ${host} cannot be resolved: set HOST to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT ${port} on ${host} is taken by another program: set PORT to a free one`,
    EACCES: `PORT ${port} is not allowed for this user: set PORT to 1024 or higher, with a proxy in front`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine: set HOST to one that is, or to 0.0.0.0 for all of them`,
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
  };
  const reason = reasons[error.code ?? ''];
  return reason ? new Error(reason, { cause: error }) : error;
}

async function listenOn(app: FastifyInstance, { host, port }: ListenAddress) {
  if (!SHARES_PORTS) {
    await app.listen({ host, port });
    return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
  }
  const free = await findFreePort({ host, port });
  // Fastify passes options to Node that its own type lacks.
  const options: net.ListenOptions = { host, port: free, reusePort: true };
  await app.listen(options);
  const { address } = app.server.address() as AddressInfo;
  const others = await Promise.all(
    Array.from({ length: SOCKETS - 1 }, () =>
      openServer({ host: address, port: free, reusePort: true }, (socket) => app.server.emit('connection', socket)),
    ),
  );
  return {
    port: free,
    async close() {
      await Promise.all([app.close(), ...others.map(closeServer)]);
    },
  };
}

/**
 * Finds a free port with an exclusive socket first: shared sockets would also share a port with another Takilya of this
 * user.
 */
async function findFreePort(wanted: ListenAddress): Promise<number> {
  const server = await openServer(wanted);
  const { port } = server.address() as AddressInfo;
  await closeServer(server);
  return port;
}

async function openServer(where: net.ListenOptions, onConnection?: (socket: net.Socket) => void) {
  // These are the options of Node's HTTP server.
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, onConnection);
  server.listen(where);
  await once(server, 'listening');
  return server;
}

const closeServer = (server: net.Server) => new Promise((closed) => server.close(closed));
