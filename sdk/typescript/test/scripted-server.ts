import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers one request. */
export type Step = (response: ServerResponse) => void;

/** A real server that answers its requests with these steps, one after the other, and the last one for ever. */
export async function scriptedServer(...steps: Step[]) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const step = steps[received.length] ?? steps.at(-1);
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    step?.(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify(body));

export const refusal = (status: number, code: string, headers: Record<string, string> = {}, rest: object = {}): Step =>
  json(status, { error: { message: `It is ${code}`, status, code, ...rest } }, headers);

/** Closes the connection before an answer. */
export const drop: Step = (response) => response.destroy();

/** Half of the answer, and then nothing more. */
export const cutOff: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"data":');
  setImmediate(() => response.destroy());
};

/** The connection stays open without an answer. */
export const silence: Step = () => {};
