import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { MANAGE, READ, READ_EVENTS } from '../../../mcp/account.ts';
import { Takilya } from '../../../sdk/typescript/src/takilya.ts';
import { createApiKey } from '../../src/api-keys/create-api-key.ts';
import { revokeApiKey } from '../../src/api-keys/revoke-api-key.ts';
import { SCOPE_ACCESS, SCOPES, type Scope } from '../../src/api-keys/scopes.ts';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { createOrganization } from '../../src/organizations/create-organization.ts';
import type { Access } from '../../src/platform/http/callers/access.ts';
import { newInstallation } from './installation.ts';
import { newDataDir, Program, repository, startServer } from './start-server.ts';

const READS = ['find_events', 'find_orders', 'list_attendees', 'read_event', 'read_order', 'read_sales'];
const CHANGES = ['cancel_event', 'change_draft', 'draft_event', 'publish_event', 'refund_order'];
const MODERN = { pin: '2026-07-28' } as const;
const program = join(repository, 'scripts/takilya.mjs');

/** What a person does with the form; null: the client cannot show one. */
type Person = ((message: string) => Promise<object> | object) | null;
const agree = { action: 'accept', content: { confirmed: true } };
const decline = { action: 'decline' };

interface Answer {
  isError?: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own
  data: any;
}

/** A server with an organization, and a function that makes keys of it. */
async function openOffice() {
  const { env, inside } = await newInstallation('postgres');
  const actor = OPERATOR;
  const organizationId = await inside((db) => createOrganization(db, { name: 'Lakbay', now: new Date() }));
  const newKey = (scope: Scope) =>
    inside((db) => createApiKey(db, { organizationId, actor, name: 'mcp', scopes: [scope], now: new Date() }));
  const revoke = (id: string) => inside((db) => revokeApiKey(db, { organizationId, actor, id, now: new Date() }));
  const { url } = await startServer(env);
  const folder = await newDataDir();
  let sessions = 0;

  /** What an assistant starts. All that it writes to its standard output is kept. */
  async function connect(key: string, person: Person, mode: 'legacy' | typeof MODERN = 'legacy') {
    const { PATH = '', HOME = '' } = process.env;
    const output = join(folder, `output-${sessions++}`);
    const transport = new StdioClientTransport({
      command: 'bash',
      args: ['-c', 'node "$0" mcp | tee "$1"', program, output],
      env: { PATH, HOME, XDG_CONFIG_HOME: folder, TAKILYA_URL: url, TAKILYA_API_KEY: key },
    });
    const capabilities = person ? { elicitation: { form: {} } } : {};
    const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } });
    const asked: string[] = [];
    if (person)
      client.setRequestHandler('elicitation/create', async ({ params: { message } }) => {
        asked.push(message);
        return (await person(message)) as typeof agree & { action: 'accept' };
      });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const call = async (name: string, given: object = {}): Promise<Answer> => {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...given } });
      return {
        isError,
        text: content.map((part) => ('text' in part ? part.text : '')).join('\n'),
        data: structuredContent,
      };
    };
    return { client, call, asked, output: () => readFile(output, 'utf8') };
  }
  return { url, newKey, revoke, connect };
}

test('a tool is listed for the scopes with which the API allows what it does', () => {
  const having = (...access: Access[]) =>
    SCOPES.filter((scope) => access.some((each) => SCOPE_ACCESS[scope].has(each)));
  expect(READ).toEqual(having('read'));
  expect(READ_EVENTS.toSorted()).toEqual(having('read', 'door').toSorted());
  expect(MANAGE).toEqual(having('manage'));
});

test('an assistant finds, drafts, publishes and refunds as far as its key and the person allow', async () => {
  const { url, newKey, revoke, connect } = await openOffice();
  const { key } = await newKey('all');
  const takilya = new Takilya({ apiKey: key, baseUrl: url });

  const toolsOf = async (scope: Scope) => {
    const { client } = await connect((await newKey(scope)).key, null);
    const { tools } = await client.listTools();
    return tools.map(({ name }) => name).toSorted();
  };
  expect(await toolsOf('door')).toEqual(['find_events', 'read_event']);
  expect(await toolsOf('read')).toEqual(READS);

  let answerOf: (message: string) => Promise<object> | object = () => decline;
  const assistant = await connect(key, (message) => answerOf(message));
  const { call, asked } = assistant;
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual([...CHANGES, ...READS].toSorted());
  for (const { name, annotations } of tools)
    expect([name, annotations?.readOnlyHint]).toEqual([name, READS.includes(name)]);
  expect(assistant.client.getInstructions()).toContain('Lakbay (live)');

  const draft = {
    title: 'Barrio Fiesta',
    start_datetime: '2035-05-01T18:00:00+08:00',
    city: 'Makati',
    tiers: [
      { name: 'Regular', price: 350, quantity: 40 },
      { name: 'VIP', price: 1200.5, quantity: 10 },
    ],
  };
  const { data: event } = await call('draft_event', draft);
  expect(event).toMatchObject({
    status: 'draft',
    capacity: 50,
    ticket_tiers: [
      { name: 'Regular', price: 350, quantity_total: 40 },
      { name: 'VIP', price: 1200.5, quantity_total: 10 },
    ],
    dashboard_url: `${url}/dashboard/events/${event.id}`,
  });
  expect((await call('draft_event', draft)).data).toEqual(event);
  const changes = { event_id: event.id, venue_name: 'Plaza', tiers: [{ name: 'Student', price: 200, quantity: 5 }] };
  expect((await call('change_draft', changes)).data).toMatchObject({
    venue_name: 'Plaza',
    ticket_tiers: [{}, {}, { name: 'Student', quantity_total: 5 }],
  });
  expect((await call('find_events', { title: 'fiesta' })).data.events).toHaveLength(1);

  const unclear = { ...draft, tiers: [{ name: 'Regular', price: 350.001, quantity: 1 }] };
  const refused = await call('draft_event', unclear);
  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'invalid_field', field: 'price' } } });
  expect(refused.text).toMatch(/The draft \S+ is incomplete\. Saved: nothing\. Then: price must .* \(invalid_field\)/);

  expect(await call('publish_event', { event_id: event.id })).toMatchObject({ isError: true });
  expect((await takilya.events.get(event.id)).status).toBe('draft');
  answerOf = async () => {
    await takilya.events.update(event.id, { description: 'Not ready' });
    return agree;
  };
  expect((await call('publish_event', { event_id: event.id })).text).toContain('changed meanwhile');
  expect((await takilya.events.get(event.id)).status).toBe('draft');
  answerOf = () => agree;
  expect((await call('publish_event', { event_id: event.id })).data.status).toBe('active');
  expect(asked.at(-1)).toContain('40 × “Regular” at ₱350.00; 10 × “VIP” at ₱1,200.50');
  expect(asked.at(-1)).toContain('The event has 50 places for all of them.');
  expect(await call('change_draft', changes)).toMatchObject({
    isError: true,
    text: expect.stringContaining('is active'),
  });

  const name = 'Maria “Santos” (₱1.00)?';
  const sell = (quantity: number) =>
    takilya.orders.create({
      event_id: event.id,
      items: [{ tier_id: event.ticket_tiers[0].id, quantity }],
      customer: { name, email: 'maria@example.com' },
      payment_method: 'EXTERNAL',
    });
  const order = await sell(3);
  const state = async () => {
    const { status, refunded_amount } = await takilya.orders.get(order.id);
    return { status, refunded_amount };
  };
  for (const search of ['maria', order.order_number])
    expect((await call('find_orders', { search })).data.orders).toMatchObject([{ id: order.id, total_amount: 1050 }]);
  for (const [failed, found] of [[true, []] as const, [false, [{ id: order.id }]] as const])
    expect((await call('find_orders', { refund_failed: failed })).data?.orders).toMatchObject(found);
  const read = await call('read_order', { order_id: order.id });
  expect(read.data).toMatchObject({
    customer: { name, email: 'maria@example.com' },
    tickets: [{ status: 'valid', amount: 350 }, {}, {}],
    timeline: expect.arrayContaining([expect.objectContaining({ what: 'paid', method: 'EXTERNAL' })]),
  });
  expect(JSON.parse(read.text)).toEqual(read.data);
  expect(read.text).not.toMatch(/tickets?_url|"code"/);
  expect((await call('list_attendees', { event_id: event.id })).data).toMatchObject({ total: 3, has_more: false });
  const days = { event_id: event.id, by: 'day', from: order.paid_at, to: order.paid_at };
  expect((await call('read_sales', days)).data).toMatchObject({ total_revenue: 1050, points: [{ revenue: 1050 }] });
  expect((await call('read_event', { event_id: event.id })).data.sales).toMatchObject({ revenue: 1050, orders: 1 });

  // Declined, dismissed, sent without the tick, or claimed by the model: nothing is refunded.
  const refund = { order_id: order.id };
  for (const given of [decline, { action: 'cancel' }, { action: 'accept', content: { confirmed: false } }]) {
    answerOf = () => given;
    expect(await call('refund_order', refund)).toMatchObject({ isError: true });
  }
  expect(asked.at(-1)).toBe(
    [
      `Refund ₱1,050.00 of order ${order.order_number} to “Maria "Santos" (₱1.00)?” (“maria@example.com”)?`,
      `3 tickets of “Barrio Fiesta” will be invalid: ${order.tickets.map((ticket) => ticket.ticket_number).join(', ')}.`,
      'It was paid by EXTERNAL: you give the money back yourselves. This cannot be undone.',
    ].join('\n'),
  );
  const questions = asked.length;
  answerOf = () => agree;
  expect(await call('refund_order', { ...refund, confirmed: true })).toMatchObject({ isError: true });
  expect(asked).toHaveLength(questions);
  const silent = await connect(key, null);
  for (const tool of [silent, await connect(key, null, MODERN)])
    expect(await tool.call('refund_order', refund)).toMatchObject({
      isError: true,
      text: expect.stringContaining(`${url}/dashboard/orders/${order.id} (npx takilya open ${order.id})`),
    });
  const modern = await connect(key, (message) => answerOf(message), MODERN);
  answerOf = () => decline;
  const forged = { inputResponses: { confirmation: agree }, requestState: 'v1.e30.e30' };
  const claim = (more: object) =>
    modern.client.request({
      method: 'tools/call',
      params: { name: 'refund_order', arguments: refund, ...more },
    } as never);
  await expect(claim(forged)).rejects.toThrow('requestState');
  expect(await claim({ inputResponses: forged.inputResponses })).toMatchObject({ isError: true });
  expect(modern.asked).toHaveLength(1);
  expect(await state()).toEqual({ status: 'paid', refunded_amount: 0 });

  // The tool does only what was confirmed: it refuses when another person changed the order while the form was open.
  const [first, second] = order.ticket_ids;
  answerOf = async () => {
    await takilya.tickets.checkIn(second ?? '');
    return agree;
  };
  expect((await call('refund_order', refund)).text).toContain('changed meanwhile');
  expect(await state()).toEqual({ status: 'paid', refunded_amount: 0 });
  answerOf = async () => {
    await takilya.orders.refund(order.id, { ticket_ids: [first ?? ''] });
    return agree;
  };
  expect(await call('refund_order', refund)).toMatchObject({ isError: true, text: expect.stringContaining('changed') });
  expect(await state()).toEqual({ status: 'partially_refunded', refunded_amount: 350 });

  answerOf = () => agree;
  expect((await modern.call('refund_order', { ...refund, ticket_ids: [second] })).data.refunded.refunded_amount).toBe(
    700,
  );
  expect((await call('refund_order', refund)).data.refunded).toMatchObject({
    status: 'refunded',
    refunded_amount: 1050,
  });
  expect((await call('refund_order', refund)).text).toContain('Nothing was changed');

  await sell(1);
  expect((await call('cancel_event', { event_id: event.id })).data.status).toBe('cancelled');
  expect(asked.at(-1)).toMatch(/1 valid ticket will be cancelled, .* at most ₱350\.00/);

  const unknown = await call('read_order', { order_id: event.id });
  expect(unknown).toMatchObject({ isError: true, data: { error: { code: 'order_not_found', status: 404 } } });
  const short = await newKey('read');
  const { call: callShort } = await connect(short.key, null);
  await revoke(short.id);
  await expect.poll(async () => (await callShort('find_orders')).text).toMatch(/refuses the API key.*takilya login/);

  for (const { output } of [assistant, silent, modern])
    for (const line of (await output()).trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });

  const failing = async (env: NodeJS.ProcessEnv) => {
    const started = new Program(['node', program, 'mcp'], env, '');
    const { code } = await started.end();
    return { code, output: started.output, errors: started.errors };
  };
  expect(await failing({ TAKILYA_URL: 'http://localhost:1', TAKILYA_API_KEY: key })).toMatchObject({
    ...{ code: 1, output: '', errors: expect.stringContaining('http://localhost:1 does not answer') },
  });
  expect(await failing({ TAKILYA_URL: url, TAKILYA_API_KEY: short.key })).toMatchObject({
    ...{ code: 1, output: '', errors: expect.stringContaining('refuses the API key') },
  });
});
