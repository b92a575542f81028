import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '../fixtures/test-service.ts';

const GET = 'GET /api/v1/events HTTP/1.1\r\nhost: x\r\n';
const POST = 'POST /api/v1/events HTTP/1.1\r\nhost: x\r\n';
const NOT_HTTP = 'The request is not valid HTTP';
const TOO_LARGE = 'The request line and headers must be at most 16 KiB';

describe('malformed HTTP', () => {
  let service: TestService;
  let port: number;
  beforeAll(async () => {
    service = await openTestService();
    port = Number(new URL(await service.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => service.close());

  /** @returns all that comes back until the server ends the connection */
  async function send(...pieces: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    for (const piece of pieces) socket.write(piece);
    return (await socket.toArray()).join('');
  }

  test.each([
    ['words', 'hello\r\n\r\n', 400, 'invalid_http', NOT_HTTP],
    ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00', 400, 'invalid_http', NOT_HTTP],
    ['a greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid_http', NOT_HTTP],
    ['an unknown method', 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'invalid_http', NOT_HTTP],
    ['a space in the address', 'GET /a b HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'invalid_http', NOT_HTTP],
    ['a Content-Length that is no number', `${POST}content-length: abc\r\n\r\n{}`, 400, 'invalid_http', NOT_HTTP],
    ['two lengths', `${POST}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400, 'invalid_http', NOT_HTTP],
    [
      'a length and chunks',
      `${POST}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'invalid_http',
      NOT_HTTP,
    ],
    ['headers that are too large', `${GET}x: ${'a'.repeat(17_000)}\r\n\r\n`, 431, 'headers_too_large', TOO_LARGE],
    [
      'an address that is too long',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      431,
      'headers_too_large',
      TOO_LARGE,
    ],
  ])('%s: answers an error in the envelope and closes the connection', async (_what, bytes, status, code, message) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
    const [first, ...lines] = head.split('\r\n');
    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} \\w`));
    expect(JSON.parse(body).error).toMatchObject({ message, status, code });
    const headers = Object.fromEntries(lines.map((line) => line.split(': ')));
    expect(headers).toEqual({
      date: expect.stringMatching(/ GMT$/),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    });
  });

  test('reads a body that is too large to its end, so the client gets the answer and can continue', async () => {
    const body = 'x'.repeat(5_000_000);
    const authorization = `authorization: Bearer ${service.ours.key}\r\n`;
    const head = `${POST}${authorization}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const received = await send(head, body, 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
    expect(received).toContain('The body must be at most 1 MiB');
  });

  test('after a complete request: answers that request and nothing else', async () => {
    const received = await send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nhello\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(received).toMatch(/"up"}$/);
  });

  test('in a body after a refusal: sends only the refusal', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${POST}transfer-encoding: chunked\r\n\r\n`);
    const [refusal] = await once(socket, 'data');
    expect(String(refusal)).toMatch(/^HTTP\/1\.1 401 /);
    socket.write('zz\r\n');
    expect(await socket.toArray()).toEqual([]);
  });

  test('in the content type of an empty body in chunks: an operation without a body accepts it', async () => {
    const head = `authorization: Bearer ${service.ours.key}\r\ncontent-type: garbage\r\nconnection: close`;
    const request = `POST /api/v1/subscriptions HTTP/1.1\r\nhost: x\r\n${head}\r\n`;
    expect(await send(`${request}content-length: 0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 503 /);
    expect(await send(`${request}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 503 /);
  });

  test('in the middle of a body, with a valid key: creates nothing', async () => {
    const head = `authorization: Bearer ${service.ours.key}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked`;
    const received = await send(`${POST}${head}\r\n\r\n5\r\n{"tit\r\n`, 'zz\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400 .*"status":400,"code":"invalid_http"}}$/s);
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test.each([
    [
      'no Host',
      'GET /api/v1/events HTTP/1.1\r\nconnection: close\r\n\r\n',
      400,
      'missing_host',
      'The Host header is required',
    ],
    [
      'no Host in HTTP/1.0',
      'GET /api/v1/events HTTP/1.0\r\n\r\n',
      401,
      'invalid_api_key',
      'Missing or invalid API key',
    ],
    [
      'an expectation',
      `${GET}expect: wonders\r\nconnection: close\r\n\r\n`,
      401,
      'invalid_api_key',
      'Missing or invalid API key',
    ],
  ])('%s: answers in the envelope, which Node does not do by itself', async (_what, bytes, status, code, message) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
    expect(head).toMatch(/^x-request-id: /m);
    expect(JSON.parse(body).error).toEqual({ message: expect.stringContaining(message), status, code });
  });

  test.each([
    ['an operation that needs one', '/api/v1/events', 400, 'A JSON body is required'],
    ['an operation without one', `/api/v1/checkouts/cs_${'A'.repeat(43)}/expire`, 404, 'Checkout not found'],
    ['a page', `/c/cs_${'A'.repeat(43)}/pay`, 404, 'Page not found'],
    [
      'a webhook of a provider',
      `/payments/paymongo/${randomUUID()}/webhooks`,
      401,
      'The webhook could not be verified',
    ],
  ])('a Content-Type without a body, for %s: answers without waiting for one', async (_what, path, status, message) => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const head = `authorization: Bearer ${service.ours.key}\r\ncontent-type: ${type}\r\nconnection: close`;
      const received = await send(`POST ${path} HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`);
      expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(received).toContain(message);
    }
  });
});
