import { expect, onTestFinished, test } from 'vitest';
import { readAccount } from '../../../mcp/account.ts';
import type { Tool } from '../../../mcp/tool.ts';
import { changeDraft } from '../../../mcp/tools/drafts.ts';
import { Takilya } from '../../../sdk/typescript/src/takilya.ts';
import { openTestService } from '../fixtures/test-service.ts';

/** The tools that change drafts, without the transport and the person. */
async function openAssistant() {
  const service = await openTestService();
  onTestFinished(() => service.close());
  const baseUrl = 'http://localhost:3000';
  const takilya = new Takilya({
    apiKey: service.ours.key,
    baseUrl,
    fetch: async (request) => {
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
  const call = (tool: Tool, input: object) => tool.run({ account, context: undefined as never, ask }, input as never);
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
