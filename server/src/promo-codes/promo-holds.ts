import { eventName } from '../events/sold-out-events.ts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { isStorable } from '../platform/http/contract/validation.ts';
import { normalCode } from '../values/code-text.ts';
import type { Uuid } from '../values/uuid.ts';
import { discountCentavos, isUsedUp, type PromoCode, requireUsable } from './promo-code.ts';
import { promoGuessesOf } from './promo-guesses.ts';
import { addToPromoCounters, findByCodes, getPromoCode, type PromoChange } from './queries.ts';
import { promoUseRefusals } from './refusals.ts';

interface OfEvent {
  organizationId: Uuid;
  eventId: Uuid;
}

/**
 * The codes that buyers of one event use, while the event is locked: read once, held in memory, written by `save`. The
 * event's lock also protects the counters of its codes.
 */
export class PromoHolds {
  readonly #tx: Tx;
  readonly #event: OfEvent;
  readonly #codes = new Map<string, PromoCode>();
  #changes: PromoChange[] = [];

  constructor(tx: Tx, organizationId: Uuid, eventId: Uuid) {
    this.#tx = tx;
    this.#event = { organizationId, eventId };
  }

  /** Reads the current state of these codes. An unknown code is refused by `usable`. */
  async load(codes: string[]): Promise<void> {
    this.#codes.clear();
    if (codes.length === 0) return;
    const normal = codes.map(normalCode).filter(isStorable);
    const found = await findByCodes(this.#tx, this.#event, normal);
    for (const promo of found) this.#codes.set(promo.code, promo);
  }

  /** @throws Refusal 429 after too many wrong codes of the event: its right codes are being guessed */
  requireNoGuessing(now: Date) {
    requireNoGuessing(this.#tx, this.#event, now);
  }

  /** @throws Refusal 409 with the reason if the code cannot be used; an unknown code counts as a guess */
  usable(code: string, now: Date): PromoCode {
    const promo = this.#codes.get(normalCode(code));
    if (!promo) throw guessed(this.#tx, this.#event, code, now);
    requireUsable(promo, now);
    return promo;
  }

  /** Whether the shop sells a hidden tier to a buyer with this code. `usable` says whether the code can be used. */
  opens(code: string | null, tierId: Uuid): boolean {
    return code !== null && (this.#codes.get(normalCode(code))?.opensTierIds.includes(tierId) ?? false);
  }

  /** Takes a use of a usable code. @returns the code's id and the discount */
  hold(promo: PromoCode, subtotalCentavos: number): { promoCodeId: Uuid; discountCentavos: number } {
    promo.held++;
    this.#changes.push({ promoCodeId: promo.id, used: 0, held: 1 });
    return { promoCodeId: promo.id, discountCentavos: discountCentavos(promo.discount, subtotalCentavos) };
  }

  save(): void {
    if (this.#changes.length > 0) addToPromoCounters(this.#tx, this.#event.organizationId, this.#changes);
    this.#changes = [];
  }
}

function requireNoGuessing(db: Queryable, event: OfEvent, now: Date) {
  const seconds = promoGuessesOf(db).waitSeconds(eventName(event.organizationId, event.eventId), now);
  if (seconds > 0) throw promoUseRefusals.promo_code_guesses({ retry_after_seconds: seconds });
}

function guessed(db: Queryable, event: OfEvent, code: string, now: Date) {
  promoGuessesOf(db).use(eventName(event.organizationId, event.eventId), now);
  return promoUseRefusals.promo_code_unknown({ promo_code: normalCode(code) });
}

interface Entered extends OfEvent {
  code: string;
  /** The code of which the buyer holds a use. */
  ownId: Uuid | null;
  /** Its uses that nothing has released yet although their checkouts are over; read only when no other is left. */
  countOverdue: (promoCodeId: Uuid) => Promise<number>;
  now: Date;
}

/**
 * The tiers that a code opens to a buyer who enters it on the event's page.
 * @throws Refusal 409 with the reason if the code cannot be used, and an unknown one counts as a guess; 429 after too
 * many of these
 */
export async function findOpenedTiers(db: Queryable, { code, ownId, countOverdue, now, ...event }: Entered) {
  requireNoGuessing(db, event, now);
  const normal = normalCode(code);
  const [promo] = isStorable(normal) ? await findByCodes(db, event, [normal]) : [];
  if (!promo) throw guessed(db, event, code, now);
  const released = promo.id === ownId ? 1 : 0;
  const overdue = isUsedUp({ ...promo, held: promo.held - released }) ? await countOverdue(promo.id) : 0;
  requireUsable({ ...promo, held: promo.held - released - overdue }, now);
  return promo.opensTierIds;
}

/** @throws Refusal 409 when the event has no such code, which counts as a guess */
export async function requireKnownCode(db: Queryable, { code, now, ...event }: OfEvent & { code: string; now: Date }) {
  const normal = normalCode(code);
  const found = isStorable(normal) ? await findByCodes(db, event, [normal]) : [];
  if (found.length === 0) throw guessed(db, event, code, now);
}

/** Releases the codes of checkouts that ended without an order. Call it with the event locked. */
export function releasePromoCodes(tx: Tx, organizationId: Uuid, promoCodeIds: Uuid[]): void {
  const changes = promoCodeIds.map((promoCodeId) => ({ promoCodeId, used: 0, held: -1 }));
  if (changes.length > 0) addToPromoCounters(tx, organizationId, changes);
}

/**
 * Counts the codes of paid checkouts. After a late payment the code is no longer held. Call it with the event locked.
 */
export function usePromoCodes(tx: Tx, organizationId: Uuid, sales: { promoCodeId: Uuid | null; wasHeld: boolean }[]) {
  const changes = sales.flatMap(({ promoCodeId, wasHeld }) =>
    promoCodeId === null ? [] : [{ promoCodeId, used: 1, held: wasHeld ? -1 : 0 }],
  );
  if (changes.length > 0) addToPromoCounters(tx, organizationId, changes);
}

/** Whether a late payment may still use the code. Only its limit counts, because the price was agreed in time. */
export async function hasPromoUseLeft(tx: Tx, organizationId: Uuid, promoCodeId: Uuid): Promise<boolean> {
  return !isUsedUp(await getPromoCode(tx, organizationId, promoCodeId));
}
