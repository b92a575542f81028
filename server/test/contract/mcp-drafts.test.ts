import { describe, expect, onTestFinished, test } from 'vitest';
import { readAccount } from '../../../mcp/account.ts';
import type { Tool } from '../../../mcp/tool.ts';
import { changeDraft, draftEvent } from '../../../mcp/tools/drafts.ts';
import { Takilya } from '../../../sdk/typescript/src/takilya.ts';
import { type EventData, type EventListData, openTestService } from '../fixtures/test-service.ts';

/** The tools that change drafts, without the transport and the person. A proxy may refuse requests. */
async function openAssistant(refuses: (request: Request) => boolean = () => false) {
  const service = await openTestService();
  onTestFinished(() => service.close());
  const baseUrl = 'http://localhost:3000';
  const takilya = new Takilya({
    apiKey: service.ours.key,
    baseUrl,
    fetch: async (request) => {
      if (refuses(request)) return new Response('', { status: 403 });
      const { pathname, search } = new URL(request.url);
      const payload = await request.text();
      const { body, statusCode: status } = await service.app.inject({
        method: request.method as 'POST',
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        ...(payload === '' ? {} : { payload }),
      });
      return new Response(body, { status, headers: { 'content-type': 'application/json' } });
    },
  });
  const account = await readAccount(takilya, baseUrl);
  const ask = async () => expect.unreachable('these tools ask nobody');
  const call = async (tool: Tool, input: object) => {
    const answer = await tool.run({ account, context: undefined as never, ask }, input as never);
    return answer as { structuredContent: EventData };
  };
  return { service, call };
}

test('change_draft changes no tier of another event, and then nothing at all', async () => {
  const { service, call } = await openAssistant();
  const draft = await service.draft({ title: 'Draft' });
  const published = await service.event({ title: 'On sale', ticket_price: 5_000 });
  const [tier] = published.ticket_tiers;
  const tiers = [
    { name: 'Student', price: 200, quantity: 5 },
    { tier_id: tier?.id, price: 0 },
  ];
  expect(await call(changeDraft, { event_id: draft.id, title: 'Changed', tiers })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('not a tier of the draft') }],
  });
  expect(await service.readEvent(draft.id)).toEqual(draft);
  expect((await service.readEvent(published.id)).ticket_tiers).toEqual([tier]);
});

describe('draft_event, called again', () => {
  const draft = {
    title: 'Barrio Fiesta',
    start_datetime: '2035-05-01T18:00:00+08:00',
    city: 'Makati',
    tiers: [
      { name: 'Regular', price: 350, quantity: 40 },
      { name: 'VIP', price: 1200, quantity: 10 },
    ],
  };

  test('leaves what was changed since', async () => {
    const { service, call } = await openAssistant();
    const { structuredContent: event } = await call(draftEvent, draft);
    const tiers = [{ tier_id: event.ticket_tiers[0]?.id, price: 500, quantity: 30 }];
    const { structuredContent: changed } = await call(changeDraft, { event_id: event.id, tiers });
    expect((await call(draftEvent, draft)).structuredContent).toEqual(changed);
    expect(changed.ticket_tiers).toMatchObject([{ price: 500, quantity_total: 30 }, { name: 'VIP' }]);

    const [first, vip] = event.ticket_tiers;
    expect((await service.ours.delete(`/tiers/${first?.id}`)).status).toBe(204);
    expect((await call(draftEvent, draft)).structuredContent.ticket_tiers).toEqual([vip]);
  });

  test('adds the tiers that are missing, and leaves those that it saved', async () => {
    let broken = true;
    const isNewTier = ({ method, url }: Request) => method === 'POST' && url.endsWith('/tiers');
    const { service, call } = await openAssistant((request) => broken && isNewTier(request));
    expect(await call(draftEvent, draft)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Saved: tier Regular.') }],
    });
    const { events } = (await service.ours.get<EventListData>('/events?status=draft')).body.data;
    const [event] = events;
    await call(changeDraft, { event_id: event?.id, tiers: [{ tier_id: event?.ticket_tiers[0]?.id, price: 500 }] });
    broken = false;
    expect((await call(draftEvent, draft)).structuredContent).toMatchObject({
      id: event?.id,
      ticket_tiers: [
        { name: 'Regular', price: 500 },
        { name: 'VIP', price: 1200 },
      ],
    });
  });
});
