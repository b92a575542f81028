import { Violation } from './violation.ts';

export interface ToldHold {
  checkoutId: string;
  eventNumber: number;
  quantity: number;
  /** Until when the places were promised. */
  expiresAtMs: number;
  /** Somebody asked for its end. */
  expiryAsked: boolean;
}

interface Door {
  admitted: number;
  undone: number;
}

/** What buyers, programs and the door were told. What was told must be so, whatever crashed in between. */
export class Confirmed {
  readonly holds = new Map<string, ToldHold>();
  /** Order by checkout. */
  readonly paid = new Map<string, string>();
  readonly tickets = new Map<string, string[]>();
  readonly door = new Map<string, Door>();
  /** Tickets whose refund was told to have happened. */
  readonly refunded = new Set<string>();
  /** Refusals for want of places that were held against the truth: nobody else was asking. */
  soldOutAlone = 0;
  readonly #byKey = new Map<string, string>();

  /** @throws Violation when a request that was sent again was done again */
  hold(key: string, hold: ToldHold) {
    const before = this.#byKey.get(key);
    if (before !== undefined && before !== hold.checkoutId)
      throw new Violation('a request with one Idempotency-Key was answered with two checkouts', {
        key,
        answers: [before, hold.checkoutId],
      });
    this.#byKey.set(key, hold.checkoutId);
    if (!this.holds.has(hold.checkoutId)) this.holds.set(hold.checkoutId, hold);
  }

  /** @throws Violation when it was another order before */
  order(checkoutId: string, orderId: string) {
    const before = this.paid.get(checkoutId);
    if (before !== undefined && before !== orderId)
      throw new Violation('a checkout was told to be two orders', { checkoutId, orders: [before, orderId] });
    this.paid.set(checkoutId, orderId);
  }

  admitted(ticketId: string) {
    this.#doorOf(ticketId).admitted++;
  }

  /** Asked for, whether or not the answer was heard. */
  undoAsked(ticketId: string) {
    this.#doorOf(ticketId).undone++;
  }

  #doorOf(ticketId: string): Door {
    let door = this.door.get(ticketId);
    if (!door) {
      door = { admitted: 0, undone: 0 };
      this.door.set(ticketId, door);
    }
    return door;
  }
}
