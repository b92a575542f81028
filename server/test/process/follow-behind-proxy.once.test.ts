import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
// @ts-expect-error: plain JavaScript, so that the folder runs without the service
import { follow } from '../../../cli/follow.mjs';

test.each([
  [404, '404 page not found'],
  [404, '{"error":{"code":"404","message":"The app was not found"}}'],
  [200, '<html>'],
  [200, '{}'],
])('following goes on after a restart behind a proxy that answers %i %s meanwhile', async (status, words) => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    if (asked === 1) return response.writeHead(status).end(words);
    const data = { notifications: [{ id: 'n1' }], next_cursor: 'c1', has_more: false };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const access = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'svc_live_x' };
  const stopped = new AbortController();
  const troubles: string[] = [];
  const options = { after: 'c0', signal: stopped.signal, onTrouble: (words: string) => troubles.push(words) };
  for await (const { notifications } of follow(access, options)) {
    expect(notifications).toEqual([{ id: 'n1' }]);
    stopped.abort();
  }
  expect(troubles).toHaveLength(1);
});
