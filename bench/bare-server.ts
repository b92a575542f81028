import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The yardstick: `node:http` that answers every request with the same bytes, in its own process like the service. */
const body = readFileSync(process.argv[2] ?? '');
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
// The connections wait while the others have their turns.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
