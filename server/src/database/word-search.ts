import sql, { type Sql } from 'sql-template-tag';
import type { Uuid } from '../uuid.ts';

/**
 * Whether the buyer of the order `o` is known by words with all of these beginnings. `words` are folded by `plain_words`, as
 * the buyers' were; `whole` are compared as they are. When nothing is left of them nothing is found.
 */
export const buyerIs = (organizationId: Uuid, { words, whole }: { words: string[]; whole: string[] }): Sql => sql`
  order_words(o.organization_id, o.customer_name, o.customer_email, o.customer_phone) @@ (
    select string_agg(quote_literal(right(${organizationId}::text, 8) || word) || ':*', ' & ')::tsquery
      from (select string_to_table(plain_words(unnest(${words}::text[])), ' ') as word
            union all
            select unnest(${whole}::text[])) asked
     where word <> '')`;
