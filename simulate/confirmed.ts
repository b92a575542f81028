import { Violation } from './violation.ts';

export interface ConfirmedLine {
  tierId: string;
  sectionId: string | null;
  quantity: number;
}

export const sameLines = (one: ConfirmedLine[], other: ConfirmedLine[]): boolean =>
  one.length === other.length &&
  one.every(
    ({ tierId, sectionId, quantity }, index) =>
      tierId === other[index]?.tierId && sectionId === other[index].sectionId && quantity === other[index].quantity,
  );

export interface ConfirmedHold {
  checkoutId: string;
  eventNumber: number;
  lines: ConfirmedLine[];
  /** Changes since then without an answer: the last one that was made decides. */
  perhaps: ConfirmedLine[][];
  /** The seats as answered, as JSON. */
  seats: string;
  /** End of the hold as answered. */
  expiresAtMs: number;
  /** A request to end it was sent. */
  expiryAsked: boolean;
}

interface Door {
  admitted: number;
  undone: number;
}

/** Results confirmed to buyers, programs and doors. They must be true despite any crash. */
export class Confirmed {
  readonly holds = new Map<string, ConfirmedHold>();
  /** Order id by checkout id. */
  readonly paid = new Map<string, string>();
  readonly tickets = new Map<string, string[]>();
  readonly door = new Map<string, Door>();
  /** Tickets whose refund was confirmed. */
  readonly refunded = new Set<string>();
  /** Refusals for lack of places that were verified because no other request was running. */
  soldOutAlone = 0;
  /** Orders that were changed before paying. */
  changes = 0;
  readonly #byKey = new Map<string, string>();

  /** @throws Violation when a repeated request was done twice */
  hold(key: string, hold: ConfirmedHold) {
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
      throw new Violation('two orders were confirmed for one checkout', { checkoutId, orders: [before, orderId] });
    this.paid.set(checkoutId, orderId);
  }

  admitted(ticketId: string) {
    this.#doorOf(ticketId).admitted++;
  }

  /** Requested, with or without an answer. */
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
