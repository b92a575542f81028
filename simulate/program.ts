import { rowKey, seatId } from '../server/src/seating/seat-id.ts';
import { SELECTION_MODES } from '../server/src/seating/seating-plan.ts';
import type { Dice } from './dice.ts';
import type { Instance } from './instance.ts';

/** What one checkout can request. */
export interface Offer {
  tierId: string;
  /** null: general admission */
  sectionId: string | null;
  /** The ids of the seats with this price, where buyers may choose. */
  seatIds?: string[];
  /** Buyers must choose. */
  mustChoose?: boolean;
  /** In the shop only with a code that opens it. */
  hidden?: boolean;
  /** The tier that is sold before this one. */
  after?: string;
}

export interface EventOnSale {
  number: number;
  id: string;
  /** Path of its page in the shop. */
  path: string;
  offers: Offer[];
  codes: string[];
  /** A check-in list that tickets of all tiers leave and enter again. null: none. */
  listId: string | null;
  /** When its first buyers arrive. */
  opensAtMs: number;
  /** Most of them arrive within this many milliseconds. */
  rushMs: number;
  startsAtMs: number;
}

export interface Program {
  apiKey: string;
  organizationId: string;
  events: EventOnSale[];
}

const BUYERS_PER_EVENT = 40;
export const LARGEST_PARTY = 6;
const MEAN_PARTY = 2.2;
const HOUR_MS = 3_600_000;
/** Sales open within this many hours, and events start this many hours later. */
const OPENING_HOURS = 48;
const SALE_HOURS = { least: 3, most: 240 };
const RUSHES_MS = [300, 10_000, 300_000];
const WEIGHTS = { plain: 30, tiers: 25, seated: 35, free: 10 };
/** What part of the further tiers only a code opens, or are sold after the one before. */
const HIDDEN = 0.25;
const FOLLOWING = 0.3;

type Call = <Data>(method: 'POST' | 'PUT', path: string, body: object) => Promise<Data>;

/** Creates the organizer's events of every kind, mostly with fewer places than buyers. */
export async function openProgram(
  instance: Instance,
  {
    dice,
    buyers,
    hasLists,
    now,
    ...caller
  }: { dice: Dice; buyers: number; hasLists: boolean; now: Date; apiKey: string; organizationId: string },
): Promise<Program> {
  const call: Call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${caller.apiKey}` };
    const answer = await instance.app.inject({ method, url: `/api/v1${path}`, headers, payload: body });
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json().data;
  };
  const events: EventOnSale[] = [];
  const count = Math.max(2, Math.ceil(buyers / BUYERS_PER_EVENT));
  for (let number = 1; number <= count; number++) {
    const opensAtMs = now.getTime() + Math.round(dice.next() * OPENING_HOURS * HOUR_MS);
    const startsAtMs = opensAtMs + Math.round(dice.spread(SALE_HOURS.least, SALE_HOURS.most) * HOUR_MS);
    const wanted = (buyers / count) * MEAN_PARTY;
    const capacity = Math.max(4, Math.round(wanted * dice.spread(0.2, 1)));
    const opened = await openEvent(call, dice, { number, capacity, startsAtMs, hasList: hasLists });
    events.push({ number, opensAtMs, rushMs: dice.pick(RUSHES_MS), startsAtMs, ...opened });
  }
  return { ...caller, events };
}

interface Plan {
  number: number;
  capacity: number;
  startsAtMs: number;
  hasList: boolean;
}

async function openEvent(call: Call, dice: Dice, { number, capacity, startsAtMs, hasList }: Plan) {
  const kind = dice.weighted(WEIGHTS);
  const { id, public_url, ticket_tiers } = await call<{
    id: string;
    public_url: string;
    ticket_tiers: { id: string }[];
  }>('POST', '/events', {
    title: `Event ${number}`,
    start_datetime: new Date(startsAtMs).toISOString(),
    // Sales last until the event starts, so that the last hour is tested, too.
    sales_end_datetime: new Date(startsAtMs).toISOString(),
    capacity,
    ticket_price: kind === 'free' ? 0 : pesos(dice),
    latitude: 14.6,
    longitude: 121,
  });
  const tiers: Tier[] = ticket_tiers.map((tier) => ({ tierId: tier.id }));
  if (kind !== 'plain')
    for (let more = dice.between(kind === 'tiers' ? 1 : 0, 2); more > 0; more--)
      tiers.push(await openTier(call, dice, id, { more, capacity, before: tiers.at(-1)?.tierId }));
  const tierIds = tiers.map(({ tierId }) => tierId);
  const offers: Offer[] =
    kind === 'seated'
      ? await openHall(call, dice, { id, tierIds, capacity })
      : tierIds.map((tierId) => ({ tierId, sectionId: null }));
  const hidden = tiers.flatMap((tier) => (tier.hidden ? tier.tierId : []));
  const codes = await openCodes(call, dice, id, { capacity, hidden });
  const list = { name: 'Lounge', passes: 're_entry', tier_ids: tierIds };
  const { id: listId } = hasList
    ? await call<{ id: string }>('POST', `/events/${id}/check-in-lists`, list)
    : { id: null };
  await call('PUT', `/events/${id}`, { status: 'active' });
  const ofTier = (tierId: string) => tiers.find((tier) => tier.tierId === tierId);
  return {
    id,
    path: new URL(public_url).pathname,
    offers: offers.map((offer) => ({ ...offer, ...ofTier(offer.tierId) })),
    codes,
    listId,
  };
}

type Tier = Pick<Offer, 'tierId' | 'hidden' | 'after'>;

async function openTier(
  call: Call,
  dice: Dice,
  eventId: string,
  { more, capacity, before }: { more: number; capacity: number; before: string | undefined },
): Promise<Tier> {
  const hidden = dice.chance(HIDDEN);
  const after = dice.chance(FOLLOWING) ? before : undefined;
  const body = { name: `Price ${more}`, price: pesos(dice), quantity_total: dice.between(1, capacity) };
  const how = { hidden, ...(after ? { follows_tier_id: after } : {}) };
  const { id: tierId } = await call<{ id: string }>('POST', `/events/${eventId}/tiers`, { ...body, ...how });
  return { tierId, hidden, ...(after ? { after } : {}) };
}

/** Small sections, so that parties are split early and buyers compete for the last single seats. */
async function openHall(
  call: Call,
  dice: Dice,
  { id, tierIds, capacity }: { id: string; tierIds: string[]; capacity: number },
): Promise<Offer[]> {
  const bodies: {
    label: string;
    tier_ids: string[];
    rows: { label: string; seats: (number | null)[]; tier_ids?: string[] }[];
  }[] = [];
  for (let seats = 0; seats < capacity; ) {
    const rows = [];
    for (let count = dice.between(1, 4); count > 0 && seats < capacity; count--) {
      const length = Math.min(dice.between(1, 14), capacity - seats);
      seats += length;
      const aisle = dice.below(2 * length);
      const numbers: (number | null)[] = Array.from({ length }, (_, index) => index + 1);
      if (aisle > 0 && aisle < length) numbers.splice(aisle, 0, null);
      const narrowed = tierIds.length > 1 && dice.chance(0.3) ? { tier_ids: [dice.pick(tierIds)] } : {};
      rows.push({ label: `R${rows.length + 1}`, seats: numbers, ...narrowed });
    }
    bodies.push({ label: `S${bodies.length + 1}`, tier_ids: tierIds, rows });
  }
  const mode = dice.pick(SELECTION_MODES);
  const { sections } = await call<{ sections: { id: string }[] }>('PUT', `/events/${id}/seating-plan`, {
    selection_mode: mode,
    sections: bodies,
  });
  return sections.flatMap((section, index) => {
    // A price that no row of the section has is not requested.
    const { label = '', rows = [] } = bodies[index] ?? {};
    return tierIds.flatMap((tierId): Offer[] => {
      const priced = rows.filter(({ tier_ids }) => !tier_ids || tier_ids.includes(tierId));
      if (priced.length === 0) return [];
      const offer = { tierId, sectionId: section.id };
      if (mode === 'best_available') return [offer];
      const seatIds = priced.flatMap((row) =>
        row.seats.flatMap((seat) => (seat === null ? [] : seatId(rowKey(id, label, row.label), seat))),
      );
      return [{ ...offer, seatIds, mustChoose: mode === 'choose' }];
    });
  });
}

/** Opens the hidden tiers of an event. */
export const OPENING_CODE = 'SECRET';

async function openCodes(
  call: Call,
  dice: Dice,
  eventId: string,
  { capacity, hidden }: { capacity: number; hidden: string[] },
): Promise<string[]> {
  const codes: string[] = [];
  for (let count = dice.between(0, 2); count > 0; count--) {
    const code = `CODE-${count}`;
    const discount = dice.chance(0.5)
      ? { discount_type: 'percentage', discount_amount: dice.pick([10, 33.33, 50, 100]) }
      : { discount_type: 'fixed_amount', discount_amount: pesos(dice) };
    const limit = dice.chance(0.7) ? { usage_limit: dice.between(1, Math.max(1, Math.round(capacity / 8))) } : {};
    await call('POST', '/promo-codes', { event_id: eventId, code, ...discount, ...limit });
    codes.push(code);
  }
  if (hidden.length > 0) {
    const discount = { discount_type: 'percentage', discount_amount: dice.pick([0, 10]) };
    await call('POST', '/promo-codes', { event_id: eventId, code: OPENING_CODE, ...discount, opens_tier_ids: hidden });
    codes.push(OPENING_CODE);
  }
  return codes;
}

/** Odd centavos, too, so that amounts do not divide evenly. */
const pesos = (dice: Dice): number => (dice.chance(0.3) ? dice.between(101, 99_999) / 100 : dice.between(1, 40) * 50);
