import { Answered, dataIn } from './answered.ts';
import type { Answer } from './api.ts';

interface Page {
  meta: { page: number; total: number; has_more: boolean };
}

/** Most entries have an `id`; an attendee has that of the ticket. */
type Listed = { id: string } | { ticket_id: string } | { checkout_id: string };

/**
 * A list. `await` gives one page with its `meta`; `for await` gives every entry, from that page on, and reads further
 * pages when they are needed. An entry that moves to the next page while it is read, because a new one came before it,
 * is not given twice. One that moves to the page before, because others left the list, is not left out: you can change
 * entries while you read them. Some may be missed if more than a page of entries leave between two pages, or if as many
 * come to its end as leave it, as attendees do: a list tells only that it became shorter.
 */
export class Pages<Data extends Page, Entry extends Listed> extends Answered<Data> {
  readonly #read: (page: number | undefined) => Promise<Answer<{ data: Data }>>;
  readonly #entriesOf: (data: Data) => Entry[];

  constructor(read: (page: number | undefined) => Promise<Answer<{ data: Data }>>, entriesOf: (data: Data) => Entry[]) {
    super(read(undefined), dataIn<Data>);
    this.#read = read;
    this.#entriesOf = entriesOf;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    let data: Data = await this;
    let before = new Set<string>();
    for (;;) {
      const entries = this.#entriesOf(data);
      const known = before;
      for (const entry of entries) if (!known.has(identityOf(entry))) yield entry;
      if (!data.meta.has_more || entries.length === 0) return;
      before = new Set(entries.map(identityOf));
      const { page, total } = data.meta;
      data = await this.#dataOf(page + 1);
      if (data.meta.total < total) data = await this.#dataOf(page);
    }
  }

  async #dataOf(page: number): Promise<Data> {
    const { body, response } = await this.#read(page);
    return dataIn(body, response);
  }
}

function identityOf(entry: Listed): string {
  if ('id' in entry) return entry.id;
  return 'ticket_id' in entry ? entry.ticket_id : entry.checkout_id;
}
