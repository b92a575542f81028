import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';

/** The parsed form of a search text. */
export type Search =
  | { by: 'order'; orderId: Uuid }
  /** The beginning of an order number, in its stored form. */
  | { by: 'order_number'; beginning: string }
  | { by: 'ticket'; orderId: Uuid; ticketId: Uuid }
  /** Beginnings of words in a name and address, of the buyer or of the attendee of a ticket. All of them must match. */
  | Words;

export interface Words {
  by: 'words';
  words: string[];
  literals: string[];
}

/**
 * Condition: the words of the buyer of order `o` have all of these beginnings. `words` are folded by `plain_words`, as
 * the buyers' words are; `literals` are compared as they are. If no word is left, nothing is found.
 */
export const buyerMatches = (organizationId: Uuid, words: Words): Sql => sql`
  order_words(o.organization_id, o.customer_name, o.customer_email, o.customer_phone) @@ ${allOf(organizationId, words)}`;

/** All of these words, as beginnings. */
export const allOf = (organizationId: Uuid, { words, literals }: Words): Sql => sql`(
    select string_agg(quote_literal(right(${organizationId}::text, 8) || word) || ':*', ' & ')::tsquery
      from (select string_to_table(plain_words(unnest(${words}::text[])), ' ') as word
            union all
            select unnest(${literals}::text[])) searched
     where word <> '')`;

/** Checking one order of the list costs as much as sorting 30 matches. */
const MATCHES_PER_WALKED = 60;
/**
 * The list is walked up to this order at most, because users refine a search rather than scroll farther. Beyond it, one
 * statement finds, counts and sorts.
 */
const LAST_WALKED = 1000;

/**
 * Reads one page of the orders that meet `condition`, or of their tickets, with the total number of orders and tickets.
 * `list` selects from `found`, which has the id and payment time of at least the first matching orders by `orderBy`. A
 * page beyond the last has one row of nulls.
 *
 * Rare words: find the orders, then sort them. Walking all orders, newest first, would cost too much for a word that no
 * buyer has. Common words: walk the sorted list, which soon has enough matches, and only count the rest. That count
 * limits how far the list is walked: if only the last orders match, the search costs at most half as much again. The
 * walk includes all orders that tie with its last one.
 */
export async function listMatches<Row>(
  db: Queryable,
  search: { organizationId: Uuid; eventId: Uuid | undefined; condition: Sql; orderBy: Sql; page: Page },
  list: { rows: Sql; orderBy: Sql },
): Promise<{ rows: Row[]; orders: number; tickets: number }> {
  const { organizationId, eventId, condition, orderBy, page } = search;
  const all = sql`orders o where o.organization_id = ${organizationId} ${eventId ? sql`and o.event_id = ${eventId}` : empty}`;
  const counted = sql`count(*) as orders, coalesce(sum(quantity), 0) as tickets`;
  const readPage = (found: Sql) =>
    db.query<Row & Totals>(sql`
      with found as materialized (select o.id, o.paid_at, o.quantity from ${found})
      select totals.*, page.* from (select ${counted} from found) totals left join (${list.rows}) page on true
       order by ${list.orderBy}`);

  const needed = offset(page) + page.perPage;
  if (needed <= LAST_WALKED) {
    const [totals = NO_TOTALS] = await db.query<Totals>(sql`select ${counted} from ${all} and ${condition}`);
    const walked = Math.floor(totals.orders / MATCHES_PER_WALKED);
    if (needed <= walked) {
      const rows = await readPage(sql`
        (select * from ${all} order by ${orderBy} fetch first ${walked} rows with ties) o where ${condition}
         order by ${orderBy} fetch first ${needed} rows with ties`);
      if (rows[0] && rows[0].orders >= needed) return { ...totals, rows };
    }
  }
  const rows = await readPage(sql`${all} and ${condition}`);
  const { orders, tickets } = rows[0] ?? NO_TOTALS;
  return { orders, tickets, rows };
}

interface Totals {
  orders: number;
  tickets: number;
}

const NO_TOTALS: Totals = { orders: 0, tickets: 0 };
