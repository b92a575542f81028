import { sumOf } from '../../values/sum-of.ts';
import type { Uuid } from '../../values/uuid.ts';

/** The purpose of a document: a download from a page, or an attachment of an e-mail. */
export type Purpose = 'page' | 'mail';

export interface Waiting {
  purpose: Purpose;
  orderId: Uuid;
  /** How many tickets the document shows: the work of drawing it. */
  tickets: number;
}

/**
 * Limit for pages: about 15 s of drawing, and 1 MB of memory. Tickets for e-mails are bounded by the e-mails in
 * progress.
 */
export const MAX_TICKETS_WAITING = 1_000;

/**
 * The order in which documents are drawn. Pages and e-mails take turns. Among the pages, the order for which the fewest
 * tickets were drawn goes first, then the smaller document: a buyer who asks for a hundred documents waits for the
 * other buyers, and they wait for one of those documents at most.
 */
export class DrawingQueue<Drawing extends Waiting> {
  readonly #waiting: Record<Purpose, Drawing[]> = { page: [], mail: [] };
  /** Tickets drawn for each order since the queue was last empty. */
  readonly #drawn = new Map<Uuid, number>();
  #last: Purpose = 'mail';

  /**
   * Adds a drawing.
   * @returns the drawings that are dropped because too many tickets wait: the largest of the orders with the most drawn
   * tickets, which may include the new one
   */
  add(drawing: Drawing): Drawing[] {
    this.#waiting[drawing.purpose].push(drawing);
    const dropped: Drawing[] = [];
    const pages = this.#waiting.page;
    while (pages.length > 1 && sumOf(pages, ({ tickets }) => tickets) > MAX_TICKETS_WAITING) {
      const [last] = pages.toSorted((one, other) => this.#compare(one, other)).slice(-1);
      if (!last) break;
      pages.splice(pages.indexOf(last), 1);
      dropped.push(last);
    }
    return dropped;
  }

  /** Takes the next drawing out of the queue. */
  next(): Drawing | undefined {
    const { page, mail } = this.#waiting;
    const purpose = mail.length > 0 && (page.length === 0 || this.#last === 'page') ? 'mail' : 'page';
    const [next] = purpose === 'mail' ? mail : page.toSorted((one, other) => this.#compare(one, other));
    if (!next) {
      this.#drawn.clear();
      return undefined;
    }
    this.#waiting[purpose].splice(this.#waiting[purpose].indexOf(next), 1);
    this.#last = purpose;
    if (purpose === 'page') this.#drawn.set(next.orderId, this.#drawnFor(next) + next.tickets);
    return next;
  }

  /** Empties the queue. @returns everything that was waiting */
  clear(): Drawing[] {
    this.#drawn.clear();
    return [...this.#waiting.page.splice(0), ...this.#waiting.mail.splice(0)];
  }

  /** Sorting is stable: equal drawings keep the order in which they arrived. */
  #compare(one: Drawing, other: Drawing): number {
    return this.#drawnFor(one) - this.#drawnFor(other) || one.tickets - other.tickets;
  }

  #drawnFor({ orderId }: Drawing): number {
    return this.#drawn.get(orderId) ?? 0;
  }
}
