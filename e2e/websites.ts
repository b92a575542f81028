import { once } from 'node:events';
import { createServer } from 'node:http';

/** A website of its own on this machine. Browsers tell `localhost` and `127.0.0.1` apart as two sites. */
export async function openWebsite(host: 'localhost' | '127.0.0.1', html: () => string) {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://${host}:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
