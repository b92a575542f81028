import sql, { type Sql } from 'sql-template-tag';
import { numberBegins } from '../orders/number-queries.ts';
import { allOf, buyerMatches, type Search, type Words } from '../orders/word-search-queries.ts';
import type { Uuid } from '../values/uuid.ts';

/** Condition: ticket `t` has an attendee who is not the buyer, and whose words have all of these beginnings. */
export const attendeeMatches = (organizationId: Uuid, words: Words): Sql => sql`
  coalesce(t.attendee_name, t.attendee_email) is not null
  and order_words(t.organization_id, coalesce(t.attendee_name, ''), coalesce(t.attendee_email, ''), null)
    @@ ${allOf(organizationId, words)}`;

/** Condition: order `o` is found, by its buyer or by the attendee of one of its tickets. */
export function orderIsFound(organizationId: Uuid, search: Search): Sql {
  if (search.by === 'words')
    return sql`(${buyerMatches(organizationId, search)} or o.id = any(array(
      select t.order_id from tickets t
       where t.organization_id = ${organizationId} and ${attendeeMatches(organizationId, search)})))`;
  if (search.by === 'order_number') return numberBegins(search.beginning);
  return sql`o.id = ${search.orderId}`;
}
