import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENT, openAnswerCheck, operationsOf, parseApiDocument } from '../readers/api-document.ts';
import { newDataDir, startServer } from './start-server.ts';

/** This many entries of each kind are read one by one. */
const MOST = 25;
/** Answers that are not JSON, and paths whose ids no list of the demo has. */
const LEFT_OUT = new Set(['streamLive', 'exportAttendees', 'exportOrders', 'findTicketByCode', 'getCheckout']);
const NOT_IN_DEMO = [
  ...['getDelivery', 'getPaymentAccount', 'getPromoCode', 'getSeries', 'getWebhook', 'listWebhookDeliveries'],
];
const QUERIES: Record<string, string> = {
  listEvents: '?any_status=true&per_page=50',
  getSalesSeries: `?from=2026-01-01&to=${new Date().toISOString()}&by=month`,
};

test('every GET of the demo matches the OpenAPI document, for all entries of its lists', async () => {
  const dataDir = await newDataDir('demo');
  const server = await startServer({ DATA_DIR: dataDir });
  const { resolved } = await parseApiDocument(await (await fetch(server.url + DOCUMENT)).text());
  const { organizations } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const check = openAnswerCheck();
  const reads = operationsOf(resolved).filter(
    ({ method, operation }) => method === 'get' && !LEFT_OUT.has(operation.operationId),
  );
  const [lists, single] = [
    reads.filter(({ path }) => !path.includes('{')),
    reads.filter(({ path }) => path.includes('{')),
  ];
  const answered = new Set<string>();
  for (const { api_key: key } of organizations) {
    const ids: Record<string, Set<string>> = {};
    for (const { path, operation } of [...lists, ...single]) {
      const [, kind = ''] = path.split('/');
      const query = QUERIES[operation.operationId] ?? '';
      const paths = path.includes('{')
        ? [...(ids[kind] ?? [])].slice(0, MOST).map((id) => path.replace(/\{\w+\}/, id))
        : [path + query];
      for (const asked of paths) {
        const response = await fetch(`${server.url}/api/v1${asked}`, { headers: { authorization: `Bearer ${key}` } });
        const { status } = response;
        const body = await response.json();
        const answer = { status, headers: Object.fromEntries(response.headers), body };
        expect({ asked, wrong: check(operation, answer) }).toEqual({ asked, wrong: null });
        if (status === 200) answered.add(operation.operationId);
        collectIds((body as { data?: object }).data ?? {}, ids);
      }
    }
  }
  const missing = reads.map(({ operation }) => operation.operationId).filter((name) => !answered.has(name));
  expect(missing.toSorted()).toEqual(NOT_IN_DEMO);
  await server.end('SIGTERM');
});

/** Ids by the name of their list, with which paths begin. */
function collectIds(data: object, ids: Record<string, Set<string>>) {
  for (const [name, list] of Object.entries(data)) {
    if (!Array.isArray(list)) continue;
    for (const { id, ticket_id: ticketId } of list) {
      if (typeof id === 'string') ids[name] = (ids[name] ?? new Set()).add(id);
      if (typeof ticketId === 'string') ids.tickets = (ids.tickets ?? new Set()).add(ticketId);
    }
  }
}
