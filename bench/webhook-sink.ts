import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

/** A webhook receiver that answers every request at once, and `/hung` never. Prints its port. */
const certificates = new URL('../server/test/fixtures/certificates/', import.meta.url);
const server = createServer(
  {
    key: readFileSync(new URL('server.key', certificates)),
    cert: readFileSync(new URL('server.pem', certificates)),
    keepAliveTimeout: 60_000,
  },
  (request, response) => {
    request.resume();
    if (request.url !== '/hung') request.on('end', () => response.end('ok'));
  },
);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`);
});
