import { expect, test } from 'vitest';
import { publishEvent } from '../../../mcp/tools/publish-event.ts';
import { openAssistant } from '../fixtures/assistant.ts';

test('publish_event says that a tier is on sale only if it is', async () => {
  const { service, call, asked } = await openAssistant();
  const draft = await service.draft({ title: 'Gala', capacity: 100, ticket_price: 350 });
  const sponsors = await service.addTier(draft, { name: 'Sponsors', price: 0, quantity_total: 10 });
  expect((await service.ours.put(`/tiers/${sponsors.id}`, { is_active: false })).status).toBe(200);
  await call(publishEvent, { event_id: draft.id });
  expect(asked[0]).toContain('On sale: 100 × “General Admission” at ₱350.00.\n');

  expect((await service.ours.put(`/tiers/${draft.ticket_tiers[0]?.id}`, { is_active: false })).status).toBe(200);
  await call(publishEvent, { event_id: draft.id });
  expect(asked[1]).toContain('On sale: nothing.\n');
});
