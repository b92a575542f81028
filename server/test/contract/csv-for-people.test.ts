import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMember } from '../fixtures/members.ts';
import { openTestService, type TestService } from '../fixtures/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

test('CSV begins with a byte order mark for sessions, because people open it in a spreadsheet, and not for keys', async () => {
  const member = await openMember(service);
  const start = async (answer: Promise<{ text: string }>) => (await answer).text.slice(0, 3);
  expect(await start(member.get('/orders.csv'))).toBe('\uFEFFid');
  expect(await start(service.ours.get('/orders.csv'))).toBe('id,');
});
