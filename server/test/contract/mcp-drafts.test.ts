import { describe, expect, test } from 'vitest';
import { changeDraft, draftEvent } from '../../../mcp/tools/drafts.ts';
import { openAssistant } from '../fixtures/assistant.ts';
import type { EventListData } from '../fixtures/test-service.ts';

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
