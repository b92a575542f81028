import type { Uuid } from '../../values/uuid.ts';

/** The purpose of a document: a download from a page, or an attachment of an e-mail. */
export type Lane = 'page' | 'mail';

export interface Waiting {
  lane: Lane;
  orderId: Uuid;
  /** How many tickets the document shows: the work of drawing it. */
  tickets: number;
}

/**
 * Limit of the page lane: about 15 s of drawing, and 1 MB of memory. The mail lane is bounded by the mails in progress.
 */
export const MAX_TICKETS_WAITING = 1_000;

/**
 * The order in which documents are drawn. Pages and e-mails take turns. Among the pages, the order for which the fewest
 * tickets were drawn goes first, then the smaller document: a buyer who asks for a hundred documents waits for the
 * other buyers, and they wait for one of those documents at most.
 */
export class DrawingQueue<Drawing extends Waiting> {
  readonly #lanes: Record<Lane, Drawing[]> = { page: [], mail: [] };
  /** Tickets drawn for each order since the queue was last empty. */
  readonly #drawn = new Map<Uuid, number>();
  #lastLane: Lane = 'mail';

  /**
   * Adds a drawing.
   * @returns the drawings that are dropped because too many tickets wait: the largest of the orders with the most drawn
   * tickets, which may include the new one
   */
  add(drawing: Drawing): Drawing[] {
    this.#lanes[drawing.lane].push(drawing);
    const dropped: Drawing[] = [];
    const pages = this.#lanes.page;
    while (pages.length > 1 && sum(pages) > MAX_TICKETS_WAITING) {
      const [last] = pages.toSorted((one, other) => this.#compare(one, other)).slice(-1);
      if (!last) break;
      pages.splice(pages.indexOf(last), 1);
      dropped.push(last);
    }
    return dropped;
  }

  /** Takes the next drawing out of the queue. */
  next(): Drawing | undefined {
    const { page, mail } = this.#lanes;
    const lane = mail.length > 0 && (page.length === 0 || this.#lastLane === 'page') ? 'mail' : 'page';
    const [next] = lane === 'mail' ? mail : page.toSorted((one, other) => this.#compare(one, other));
    if (!next) {
      this.#drawn.clear();
      return undefined;
    }
    this.#lanes[lane].splice(this.#lanes[lane].indexOf(next), 1);
    this.#lastLane = lane;
    if (lane === 'page') this.#drawn.set(next.orderId, this.#drawnFor(next) + next.tickets);
    return next;
  }

  /** Empties the queue. @returns everything that was waiting */
  clear(): Drawing[] {
    this.#drawn.clear();
    return [...this.#lanes.page.splice(0), ...this.#lanes.mail.splice(0)];
  }

  /** Sorting is stable: equal drawings keep the order in which they arrived. */
  #compare(one: Drawing, other: Drawing): number {
    return this.#drawnFor(one) - this.#drawnFor(other) || one.tickets - other.tickets;
  }

  #drawnFor({ orderId }: Drawing): number {
    return this.#drawn.get(orderId) ?? 0;
  }
}

const sum = (drawings: Waiting[]) => drawings.reduce((total, { tickets }) => total + tickets, 0);
