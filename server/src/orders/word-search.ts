import sql, { empty, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { offset, type Page } from '../platform/http/contract/pagination.ts';
import type { Uuid } from '../values/uuid.ts';

/** The parsed form of a search text. */
export type Search =
  | { by: 'order'; orderId: Uuid }
  | { by: 'ticket'; orderId: Uuid; ticketId: Uuid }
  /** Beginnings of words in the buyer's name and address. All of them must match. */
  | { by: 'words'; words: string[]; whole: string[] };

/**
 * Condition: the words of the buyer of order `o` have all of these beginnings. `words` are folded by `plain_words`, as
 * the buyers' words are; `whole` are compared as they are. If no word is left, nothing is found.
 */
export const buyerIs = (organizationId: Uuid, { words, whole }: { words: string[]; whole: string[] }): Sql => sql`
  order_words(o.organization_id, o.customer_name, o.customer_email, o.customer_phone) @@ (
    select string_agg(quote_literal(right(${organizationId}::text, 8) || word) || ':*', ' & ')::tsquery
      from (select string_to_table(plain_words(unnest(${words}::text[])), ' ') as word
            union all
            select unnest(${whole}::text[])) asked
     where word <> '')`;

/** Checking one order of the list costs as much as sorting 30 found ones. */
const FOUND_PER_WALKED = 60;
/**
 * The list is walked up to this order at most, because users refine a search rather than scroll farther. Beyond it, one
 * statement finds, counts and sorts.
 */
const LAST_WALKED = 1000;

/**
 * One page of the orders for which `is` holds, or of their rows, with the total number of orders and tickets. `list`
 * reads `found`: id and time of payment of at least those orders that come first when sorted by `sorted`. A page beyond
 * the last has one row, of nulls.
 * Rare words: find the orders, then sort them. Walking all orders, newest first, would cost too much for a word that no
 * buyer has. Common words: walk the sorted list, which soon meets enough orders, and only count the rest. That number
 * limits how far the list is walked: a word that only its last orders have costs at most half as much again. The walk
 * ends where no other order has the place of its last one.
 */
export async function listFound<Row>(
  db: Queryable,
  asked: { organizationId: Uuid; eventId: Uuid | undefined; is: Sql; sorted: Sql; page: Page },
  list: { rows: Sql; sorted: Sql },
): Promise<{ rows: Row[]; orders: number; tickets: number }> {
  const { organizationId, eventId, is, sorted, page } = asked;
  const all = sql`orders o where o.organization_id = ${organizationId} ${eventId ? sql`and o.event_id = ${eventId}` : empty}`;
  const counted = sql`count(*) as orders, coalesce(sum(quantity), 0) as tickets`;
  const ask = (found: Sql) =>
    db.query<Row & Totals>(sql`
      with found as materialized (select o.id, o.paid_at, o.quantity from ${found})
      select totals.*, page.* from (select ${counted} from found) totals left join (${list.rows}) page on true
       order by ${list.sorted}`);

  const needed = offset(page) + page.perPage;
  if (needed <= LAST_WALKED) {
    const [totals = NOTHING] = await db.query<Totals>(sql`select ${counted} from ${all} and ${is}`);
    const walked = Math.floor(totals.orders / FOUND_PER_WALKED);
    if (needed <= walked) {
      const rows = await ask(sql`
        (select * from ${all} order by ${sorted} fetch first ${walked} rows with ties) o where ${is}
         order by ${sorted} fetch first ${needed} rows with ties`);
      if (rows[0] && rows[0].orders >= needed) return { ...totals, rows };
    }
  }
  const rows = await ask(sql`${all} and ${is}`);
  const { orders, tickets } = rows[0] ?? NOTHING;
  return { orders, tickets, rows };
}

interface Totals {
  orders: number;
  tickets: number;
}

const NOTHING: Totals = { orders: 0, tickets: 0 };
