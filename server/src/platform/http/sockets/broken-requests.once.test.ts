import { once } from 'node:events';
import { createServer, type ServerOptions, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerBrokenRequest } from './broken-requests.ts';

async function serve(options: ServerOptions, answer: (response: ServerResponse) => void = () => {}) {
  const server = createServer(options, (_request, response) => answer(response));
  server.on('clientError', answerBrokenRequest);
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

test('a request that does not arrive in time is answered with 408', async () => {
  const socket = await serve({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 });
  socket.write('GET / HTTP/1.1\r\nhost:');
  const received = (await socket.toArray()).join('');
  expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(received).toMatch(
    /\{"error":\{"message":"The request took too long to arrive","status":408,"code":"request_timeout"\}\}$/,
  );
});

test('a response that has started is cut off, not followed by an error', async () => {
  const socket = await serve({}, (response) => void response.write('ticket_id,'));
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  await expect.poll(() => received).toContain('ticket_id,');
  socket.write('zz\r\n');
  await once(socket, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).not.toContain('error');
});
