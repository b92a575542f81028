import { buildApp } from '../app.ts';
import type { Parts } from '../parts.ts';
import type { DemoOrganization } from './create-demo-organizations.ts';
import { demoClient } from './demo-buyer.ts';
import { DEMO_ORGANIZATIONS } from './demo-events.ts';
import { DemoOrganizer, FIRST_SALE_DAYS_AGO } from './demo-organizer.ts';
import { createDemoSubscriptions } from './demo-subscriptions.ts';

const DAY_MS = 86_400_000;
const ENOUGH_REQUESTS = 100_000;
/** Holds of past sales must not expire before today: another instance with the real clock would release them. */
const HOLD_SECONDS = ((FIRST_SALE_DAYS_AGO + 1) * DAY_MS) / 1_000;

/**
 * Fills the new demo organizations through the API and the hosted page, with the clock set back for past sales, so that
 * the demo data comes from real requests.
 */
export async function fillDemo(parts: Parts, organizations: DemoOrganization[]): Promise<void> {
  const today = parts.clock.now();
  const time = { now: today };
  const app = await buildApp({
    ...parts,
    clock: { now: () => time.now },
    config: {
      ...parts.config,
      rateLimitPerMinute: ENOUGH_REQUESTS,
      checkoutHoldSeconds: HOLD_SECONDS,
      logLevel: 'silent',
    },
  });
  for (const { id, name, api_key: apiKey } of organizations) {
    await createDemoSubscriptions(parts.db, id, today);
    const client = demoClient(app, apiKey);
    const demo = DEMO_ORGANIZATIONS.find((one) => one.name === name);
    await client.call('PUT', '/organization', { color: demo?.color ?? null });
    const organizer = new DemoOrganizer(client, time, today);
    for (const event of demo?.events ?? []) await organizer.createEvent(event);
  }
  await app.close();
}
