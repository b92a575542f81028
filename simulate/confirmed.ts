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

/** Whether two lists have the same lines, in any order. */
export const samePlaces = (one: ConfirmedLine[], other: ConfirmedLine[]): boolean =>
  sameLines(one.toSorted(byPlace), other.toSorted(byPlace));

const byPlace = (one: ConfirmedLine, other: ConfirmedLine) =>
  `${one.tierId} ${one.sectionId}` < `${other.tierId} ${other.sectionId}` ? -1 : 1;

export interface ConfirmedHold {
  checkoutId: string;
  eventNumber: number;
  lines: ConfirmedLine[];
  /** Changes since then without an answer: the last one that was made decides. */
  perhaps: ConfirmedLine[][];
  /** The seats as answered, as JSON. */
  seats: string;
  /** End of the hold as answered; 0: not known. */
  expiresAtMs: number;
  /** A request to end it was sent. */
  expiryAsked: boolean;
}

/** A place on the waiting list. */
export interface ConfirmedWait {
  email: string;
  tierId: string;
  quantity: number;
  /** When it was confirmed. */
  atMs: number;
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
  /** Forms of the shop that led to a checkout. */
  forms = 0;
  readonly waiting: ConfirmedWait[] = [];
  /** E-mail addresses of people who left the waiting list, with or without an answer. */
  readonly leaving = new Set<string>();
  /** Offers that their buyers opened in time. */
  offers = 0;
  /** Tickets by order of the box office. */
  readonly sold = new Map<string, string[]>();
  /** Changes of paid orders. */
  readonly paidChanges = new Set<string>();
  /** Passages at check-in lists. */
  readonly passages = new Set<string>();
  /** Messages to people with tickets. */
  readonly messages = new Set<string>();
  readonly #byKey = new Map<string, string>();

  /** `key` is an Idempotency-Key, or the token of a form. @throws Violation when a repeated request was done twice */
  hold(key: string, hold: ConfirmedHold) {
    this.#expectOne(key, hold.checkoutId);
    if (!this.holds.has(hold.checkoutId)) this.holds.set(hold.checkoutId, hold);
  }

  /** An order of the box office. @throws Violation as `hold` */
  sale(key: string, orderId: string, ticketIds: string[]) {
    this.#expectOne(key, orderId);
    this.sold.set(orderId, ticketIds);
  }

  /** @throws Violation as `hold` */
  paidChange(key: string, changeId: string) {
    this.#expectOne(key, changeId);
    this.paidChanges.add(changeId);
  }

  /** @throws Violation as `hold` */
  message(key: string, messageId: string) {
    this.#expectOne(key, messageId);
    this.messages.add(messageId);
  }

  #expectOne(key: string, id: string) {
    const before = this.#byKey.get(key);
    if (before !== undefined && before !== id)
      throw new Violation('one Idempotency-Key was answered with two checkouts', { key, answers: [before, id] });
    this.#byKey.set(key, id);
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
