import { buildApp } from '../app.ts';
import type { Parts } from '../parts.ts';
import type { DemoOrganization } from './create-demo-organizations.ts';
import { demoClient } from './demo-buyer.ts';
import { DEMO_ORGANIZATIONS, type DemoEvent, type DemoOrder } from './demo-events.ts';
import { makeDemoSubscriptions } from './demo-subscriptions.ts';

const DAY_MS = 86_400_000;
const ENOUGH_REQUESTS = 100_000;
/** Sales begin so long ago. */
const FIRST_SALE_DAYS_AGO = 60;
/** Holds made in the past are not over today: another instance, whose clock is right, would release them. */
const HOLD_SECONDS = ((FIRST_SALE_DAYS_AGO + 1) * DAY_MS) / 1_000;

/**
 * Fills the new demo organizations through the API and the hosted page, with a clock that is set back for past sales:
 * what the demo shows is what the service makes of real requests.
 */
export async function fillDemo(parts: Parts, organizations: DemoOrganization[]): Promise<void> {
  const today = parts.clock.now();
  let now = today;
  const app = await buildApp({
    ...parts,
    clock: { now: () => now },
    config: {
      ...parts.config,
      rateLimitPerMinute: ENOUGH_REQUESTS,
      checkoutHoldSeconds: HOLD_SECONDS,
      logLevel: 'silent',
    },
  });
  const daysFromToday = (days: number) => new Date(today.getTime() + days * DAY_MS);
  for (const { id, name, api_key: apiKey } of organizations) {
    await makeDemoSubscriptions(parts.db, id, today);
    const client = demoClient(app, apiKey);
    const demo = DEMO_ORGANIZATIONS.find((one) => one.name === name);
    await client.call('PUT', '/organization', { color: demo?.color ?? null });
    for (const event of demo?.events ?? []) {
      now = daysFromToday(-FIRST_SALE_DAYS_AGO);
      await makeEvent(client, event);
    }
  }
  await app.close();

  async function makeEvent({ call, submit }: ReturnType<typeof demoClient>, event: DemoEvent) {
    const times = {
      start_datetime: daysFromToday(event.startsInDays).toISOString(),
      end_datetime: new Date(daysFromToday(event.startsInDays).getTime() + 3 * 3_600_000).toISOString(),
    };
    const isPast = event.startsInDays < 0;
    const { id, ticket_tiers: ownTiers } = await call('POST', '/events', {
      title: event.title,
      description: event.description,
      venue_name: event.venue,
      city: event.city,
      event_type: event.type,
      // Past only when it is sold: another instance completes what is over.
      ...(isPast ? { start_datetime: daysFromToday(1).toISOString() } : times),
      capacity: event.capacity,
      ticket_price: event.price,
    });
    const tierIds = new Map<string, string>([[ownTiers[0].name, ownTiers[0].id]]);
    for (const { name, price, quantity } of event.tiers ?? []) {
      const tier = await call('POST', `/events/${id}/tiers`, { name, price, quantity_total: quantity });
      tierIds.set(name, tier.id);
    }
    const sectionIds = event.hall ? await makeHall(call, id, event, tierIds) : new Map<string, string>();
    if (event.status !== 'draft') await call('PUT', `/events/${id}`, { status: 'active' });
    for (const order of event.orders ?? []) {
      now = daysFromToday(-order.daysAgo);
      const [firstSection] = sectionIds.values();
      await makeOrder({ call, submit }, id, order, {
        tier_id: order.tier && tierIds.get(order.tier),
        section_id: order.section ? sectionIds.get(order.section) : firstSection,
      });
    }
    now = today;
    if (isPast) await call('PUT', `/events/${id}`, times);
    if (!['draft', 'active'].includes(event.status)) await call('PUT', `/events/${id}`, { status: event.status });
  }

  /** @returns the sections' ids by label */
  async function makeHall(
    call: ReturnType<typeof demoClient>['call'],
    eventId: string,
    { hall = [], houseRow }: DemoEvent,
    tierIds: Map<string, string>,
  ): Promise<Map<string, string>> {
    const sections = hall.map(({ label, tiers, rows }) => ({
      label,
      rows,
      tier_ids: tiers.map((name) => tierIds.get(name)),
    }));
    const plan = await call('PUT', `/events/${eventId}/seating-plan`, { sections });
    const [first] = hall;
    const row = first?.rows.find(({ label }) => label === houseRow);
    if (first && row) {
      const seats = row.seats.filter((seat) => seat !== null);
      await call('POST', `/events/${eventId}/seats/block`, { section: first.label, row: row.label, seats });
    }
    return new Map(plan.sections.map(({ id, label }: { id: string; label: string }) => [label, id]));
  }

  async function makeOrder(
    { call, submit }: ReturnType<typeof demoClient>,
    eventId: string,
    order: DemoOrder,
    what: { tier_id?: string; section_id?: string },
  ) {
    const checkout = await call('POST', '/checkouts', {
      event_id: eventId,
      ...what,
      quantity: order.quantity,
      customer: { name: order.buyer, email: `${order.buyer.toLowerCase().replaceAll(' ', '.')}@example.com` },
      success_url: 'https://example.com/thanks',
    });
    const next = await submit(`${checkout.checkout_url}/pay`, { payment_method: order.method });
    if (next.includes('/sandbox/')) await submit(next, { outcome: 'authorize' });
    const { order_id: orderId, ticket_ids: ticketIds } = await call('GET', `/checkouts/${checkout.checkout_id}`);
    now = new Date(Math.min(now.getTime() + DAY_MS, today.getTime()));
    if (order.afterwards === 'check-in') await call('POST', `/tickets/${ticketIds[0]}/check-in`);
    if (order.afterwards === 'refund') await call('POST', `/orders/${orderId}/refund`);
    if (order.afterwards === 'refund-one') await call('POST', `/tickets/${ticketIds[0]}/refund`);
  }
}
