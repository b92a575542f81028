import { MANUAL_METHODS } from '../values/payment-method.ts';
import type { demoClient } from './demo-buyer.ts';
import type { DemoEvent, DemoOrder, DemoQuestion } from './demo-events.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const EVENT_HOURS_MS = 3 * HOUR_MS;
/** The demo is in Manila, which has one offset all year. */
const UTC_OFFSET_MS = 8 * HOUR_MS;
const STARTS_AT_MS = 20 * HOUR_MS;
/** Buyers come at different times of the day. */
const BETWEEN_SALES_MS = 103 * 60_000;
/** The first sale of the demo. */
export const FIRST_SALE_DAYS_AGO = 60;

interface Answer {
  question_id: string;
  value: string;
}

interface OrderDetails {
  tier_id?: string;
  section_id?: string;
  answers: Answer[];
  attendees: { answers: Answer[] }[];
}

interface Sold {
  orderId: string;
  ticketIds: string[];
}

/** Creates events and sells them, in the past and today. */
export class DemoOrganizer {
  readonly #client: ReturnType<typeof demoClient>;
  readonly #time: { now: Date };
  readonly #today: Date;
  #orders = 0;

  /** @param time the clock of the app behind `client`, set back for past sales */
  constructor(client: ReturnType<typeof demoClient>, time: { now: Date }, today: Date) {
    this.#client = client;
    this.#time = time;
    this.#today = today;
  }

  #daysFromToday(days: number): Date {
    return new Date(this.#today.getTime() + days * DAY_MS);
  }

  /** The evening of that day. */
  #startIn(days: number): Date {
    const local = this.#daysFromToday(days).getTime() + UTC_OFFSET_MS;
    return new Date(local - (local % DAY_MS) + STARTS_AT_MS - UTC_OFFSET_MS);
  }

  async createEvent(event: DemoEvent) {
    this.#time.now = this.#daysFromToday(-FIRST_SALE_DAYS_AGO);
    const start = this.#startIn(event.startsInDays);
    const times = {
      start_datetime: start.toISOString(),
      end_datetime: new Date(start.getTime() + EVENT_HOURS_MS).toISOString(),
    };
    const isPast = event.startsInDays < 0;
    const { id, ticket_tiers: ownTiers } = await this.#client.call('POST', '/events', {
      title: event.title,
      description: event.description,
      venue_name: event.venue,
      city: event.city,
      event_type: event.type,
      // Moved to the past after the sales, because another instance would complete a past event.
      ...(isPast ? { start_datetime: this.#daysFromToday(1).toISOString() } : times),
      capacity: event.capacity,
      ticket_price: event.price,
    });
    const tierIds = new Map<string, string>([[ownTiers[0].name, ownTiers[0].id]]);
    for (const { name, price, quantity } of event.tiers ?? []) {
      const tier = await this.#client.call('POST', `/events/${id}/tiers`, { name, price, quantity_total: quantity });
      tierIds.set(name, tier.id);
    }
    const answers = await this.#ask(id, event.questions ?? []);
    const sectionIds = event.hall ? await this.#createHall(id, event, tierIds) : new Map<string, string>();
    if (event.status !== 'draft') await this.#client.call('PUT', `/events/${id}`, { status: 'active' });
    for (const order of event.orders ?? []) {
      const earlier = (++this.#orders * BETWEEN_SALES_MS) % DAY_MS;
      this.#time.now = new Date(this.#daysFromToday(-order.daysAgo).getTime() - earlier);
      const [firstSection] = sectionIds.values();
      await this.#createOrder(id, order, {
        tier_id: order.tier && tierIds.get(order.tier),
        section_id: order.section ? sectionIds.get(order.section) : firstSection,
        ...answers,
      });
    }
    this.#time.now = this.#today;
    if (isPast) await this.#client.call('PUT', `/events/${id}`, times);
    if (!['draft', 'active'].includes(event.status))
      await this.#client.call('PUT', `/events/${id}`, { status: event.status });
  }

  /** @returns the ids of the sections by label */
  async #createHall(
    eventId: string,
    { hall = [], houseRow }: DemoEvent,
    tierIds: Map<string, string>,
  ): Promise<Map<string, string>> {
    const sections = hall.map(({ label, tiers, rows }) => ({
      label,
      rows,
      tier_ids: tiers.map((name) => tierIds.get(name)),
    }));
    const plan = await this.#client.call('PUT', `/events/${eventId}/seating-plan`, { sections });
    const [first] = hall;
    const row = first?.rows.find(({ label }) => label === houseRow);
    if (first && row) {
      const seats = row.seats.filter((seat) => seat !== null);
      await this.#client.call('POST', `/events/${eventId}/seats/block`, {
        section: first.label,
        row: row.label,
        seats,
      });
    }
    return new Map(plan.sections.map(({ id, label }: { id: string; label: string }) => [label, id]));
  }

  /** @returns what a buyer answers, about the order and the first ticket */
  async #ask(eventId: string, questions: DemoQuestion[]) {
    const answers: Answer[] = [];
    const ofTicket: Answer[] = [];
    for (const { answer: value, ...question } of questions) {
      const { id } = await this.#client.call('POST', `/events/${eventId}/questions`, question);
      (question.asked_of === 'order' ? answers : ofTicket).push({ question_id: id, value });
    }
    return { answers, attendees: [{ answers: ofTicket }] };
  }

  async #createOrder(eventId: string, order: DemoOrder, what: OrderDetails) {
    const isManual = MANUAL_METHODS.some((method) => method === order.method);
    const { orderId, ticketIds } = await (isManual
      ? this.#sellAtBoxOffice(eventId, order, what)
      : this.#buy(eventId, order, what));
    this.#time.now = new Date(Math.min(this.#time.now.getTime() + DAY_MS, this.#today.getTime()));
    if (order.afterwards === 'check-in') await this.#client.call('POST', `/tickets/${ticketIds[0]}/check-in`);
    if (order.afterwards === 'refund') await this.#client.call('POST', `/orders/${orderId}/refund`);
    if (order.afterwards === 'refund-one') await this.#client.call('POST', `/tickets/${ticketIds[0]}/refund`);
  }

  async #sellAtBoxOffice(eventId: string, order: DemoOrder, what: OrderDetails): Promise<Sold> {
    const { tier_id, section_id, ...answered } = what;
    const { id: orderId, ticket_ids: ticketIds } = await this.#client.call('POST', '/orders', {
      event_id: eventId,
      items: [{ tier_id, section_id, quantity: order.quantity }],
      customer: customerOf(order),
      payment_method: order.method,
      ...answered,
    });
    return { orderId, ticketIds };
  }

  async #buy(eventId: string, order: DemoOrder, what: OrderDetails): Promise<Sold> {
    const checkout = await this.#client.call('POST', '/checkouts', {
      event_id: eventId,
      ...what,
      quantity: order.quantity,
      customer: customerOf(order),
      success_url: 'https://example.com/thanks',
    });
    const next = await this.#client.submit(`${checkout.checkout_url}/pay`, { payment_method: order.method });
    if (next.includes('/sandbox/')) await this.#client.submit(next, { outcome: 'authorize' });
    const { order_id: orderId, ticket_ids: ticketIds } = await this.#client.call(
      'GET',
      `/checkouts/${checkout.checkout_id}`,
    );
    return { orderId, ticketIds };
  }
}

const customerOf = ({ buyer: name }: DemoOrder) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
});
