import sql from 'sql-template-tag';
import { type Checkout, totalCentavos } from '../src/checkouts/checkout.ts';
import { createCheckouts } from '../src/checkouts/create-checkouts.ts';
import type { Attempt } from '../src/checkouts/payment/attempt.ts';
import { confirmFreeCheckout, fulfilPayment } from '../src/checkouts/payment/fulfil-payment.ts';
import { createOrganization } from '../src/organizations/create-organization.ts';
import { newId } from '../src/uuid.ts';
import type { Shop } from './generated-sales.ts';
import { type LedgerCode, type LedgerOrder, naiveDiscount, naiveShares } from './sales-ledger.ts';
import { type EventData, must, SUCCESS_URL, type TestService } from './test-service.ts';

const HOLD_SECONDS = 900;

/** What a buyer wants: numbers pick from what the shop has. */
export interface Wish {
  tier: number;
  quantity: number;
  /** null: none */
  code: number | null;
}

/**
 * An organization of its own with events, tiers and codes as generated. Its sales go through the operations behind the
 * pages, where HTTP would only take time; everything else goes through the API.
 */
export async function openShop(service: TestService, plan: Shop) {
  const { db } = service;
  const organizationId = await createOrganization(db, { name: 'Generated', now: service.now() });
  const api = service.client(await service.newKey(organizationId));
  const events: { id: string; isCancelled: boolean; tiers: { id: string; centavos: number }[] }[] = [];
  const codes: LedgerCode[] = [];
  const orders: LedgerOrder[] = [];

  for (const [index, { tierCentavos, codes: eventCodes }] of plan.events.entries()) {
    const body = { title: `Event ${index}`, start_datetime: service.daysFromNow(2_000 + index), capacity: 1_000_000 };
    const { id } = await must(api.post<EventData>('/events', { ...body, ticket_price: (tierCentavos[0] ?? 0) / 100 }));
    for (const centavos of tierCentavos.slice(1))
      await must(api.post(`/events/${id}/tiers`, { name: 'More', price: centavos / 100, quantity_total: 1_000_000 }));
    const { ticket_tiers } = await must(api.put<EventData>(`/events/${id}`, { status: 'active' }));
    const tiers = ticket_tiers.map((tier) => ({ id: tier.id, centavos: Math.round(tier.price * 100) }));
    events.push({ id, isCancelled: false, tiers });
    for (const [number, { type, hundredths, limit }] of eventCodes.entries()) {
      const code = `CODE-${number}`;
      const fields = { discount_type: type, discount_amount: hundredths / 100, usage_limit: limit };
      const promo = await must(api.post<{ id: string }>('/promo-codes', { event_id: id, code, ...fields }));
      codes.push({ id: promo.id, eventId: id, code, type, hundredths });
    }
  }

  const pick = <Item>(items: Item[], index: number) => items[index % items.length];

  /** Holds for a batch of buyers of one event. @returns the checkouts of those who got one */
  async function hold(eventIndex: number, wishes: Wish[]): Promise<Checkout[]> {
    const onSale = events.filter(({ isCancelled }) => !isCancelled);
    // When all are cancelled nobody gets anything, which is right too.
    const event = pick(onSale.length > 0 ? onSale : events, eventIndex);
    if (!event) return [];
    const requests = wishes.map((wish) => ({
      organizationId,
      eventId: event.id,
      tierId: pick(event.tiers, wish.tier)?.id ?? null,
      sectionId: null,
      quantity: wish.quantity,
      promoCode: wish.code === null ? null : (pick(codesOf(event.id), wish.code)?.code ?? null),
      attendees: [],
      customer: { name: 'Ana', email: 'ana@example.com', phone: null },
      language: null,
      successUrl: SUCCESS_URL,
      cancelUrl: null,
      holdSeconds: HOLD_SECONDS,
      now: service.now(),
    }));
    // Half of them wait for the event's row; the others come meanwhile.
    const waiting = requests.splice(0, Math.ceil(requests.length / 2));
    const outcomes = await createCheckouts(db, waiting, () => requests.splice(0));
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }
  const codesOf = (eventId: string) => codes.filter((code) => code.eventId === eventId);

  /** The money arrives, in time or late; what the ledger expects of the order is written down. */
  async function pay(checkout: Checkout): Promise<void> {
    const now = service.now();
    const { id: checkoutId, eventId, tierId, quantity, promoCodeId } = checkout;
    const tier = events.flatMap(({ tiers }) => tiers).find(({ id }) => id === tierId);
    const subtotal = (tier?.centavos ?? 0) * quantity;
    const discount = naiveDiscount(
      codes.find(({ id }) => id === promoCodeId),
      subtotal,
    );
    if (discount === subtotal)
      await confirmFreeCheckout(db, { organizationId, eventId, checkoutId, language: 'en', now }).catch(() => {});
    else await payAtProvider(checkout, now);
    const [order] = await db.query<{ id: string }>(sql`
      select id from orders where organization_id = ${organizationId} and checkout_id = ${checkoutId}`);
    if (!order) return;
    const tickets = await db.query<{ id: string }>(sql`
      select id from tickets where organization_id = ${organizationId} and order_id = ${order.id}
       order by amount_centavos desc, ticket_number`);
    const shares = naiveShares(subtotal - discount, quantity);
    orders.push({
      id: order.id,
      eventId,
      codeId: promoCodeId,
      paidAtMs: now.getTime(),
      subtotal,
      discount,
      tickets: shares.map((centavos, index) => ({
        id: tickets[index]?.id ?? '',
        centavos,
        isGone: false,
        isUsed: false,
      })),
    });
  }

  async function payAtProvider(checkout: Checkout, now: Date) {
    const attempt: Attempt = {
      organizationId,
      id: newId(now),
      checkoutId: checkout.id,
      eventId: checkout.eventId,
      provider: 'generated',
      method: 'CARD',
      amountCentavos: totalCentavos(checkout),
      status: 'started',
      sessionId: null,
      url: null,
      watchedUntil: null,
    };
    // Not by a press of Pay, which keeps the hold: then no money would be late.
    await db.query(sql`
      insert into payment_attempts (organization_id, id, checkout_id, provider, method, amount_centavos, status, created_at,
        checked_at)
      values (${organizationId}, ${attempt.id}, ${checkout.id}, 'generated', 'CARD', ${attempt.amountCentavos}, 'started',
        ${now}, ${now})`);
    const payment = { id: attempt.id, amountCentavos: attempt.amountCentavos, paidAt: now };
    await fulfilPayment(db, { attempt, provider: 'generated', payment, now });
  }

  async function refund(index: number, tickets: number | null) {
    const order = pick(orders, index);
    const left = order?.tickets.filter(({ isGone }) => !isGone) ?? [];
    if (!order || left.length === 0) return;
    const chosen = tickets === null ? left : left.slice(0, 1 + (tickets % left.length));
    const body = tickets === null ? undefined : { ticket_ids: chosen.map(({ id }) => id) };
    await must(api.post(`/orders/${order.id}/refund`, body));
    for (const ticket of chosen) ticket.isGone = true;
  }

  async function checkIn(index: number) {
    const ticket = pick(orders, index)?.tickets.find(({ isGone, isUsed }) => !isGone && !isUsed);
    if (!ticket) return;
    await must(api.post(`/tickets/${ticket.id}/check-in`));
    ticket.isUsed = true;
  }

  async function cancel(index: number) {
    const event = pick(events, index);
    if (!event || event.isCancelled) return;
    await must(api.put(`/events/${event.id}`, { status: 'cancelled' }));
    event.isCancelled = true;
    for (const { tickets } of orders.filter(({ eventId }) => eventId === event.id))
      for (const ticket of tickets) ticket.isGone ||= !ticket.isUsed;
  }

  return { organizationId, api, events, codes, orders, hold, pay, refund, checkIn, cancel };
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>;
