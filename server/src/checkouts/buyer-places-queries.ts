import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';
import { isOverdue } from './queries.ts';

export interface Buyer {
  email: string;
  phone: string | null;
  reference: string | null;
  /** A checkout that does not count. */
  replaces: Uuid | null;
}

export interface BuyerPlaces {
  /** The names that tell this buyer apart, in the form that is compared. */
  names: string[];
  /** Held and bought, at least up to the limit. */
  places: number;
}

/** Shorter phone numbers, such as a dash, tell no buyer apart. */
const SHORTEST_PHONE = 7;

/**
 * Places of an event that each buyer holds or has bought: in live holds, and in orders without refunded tickets. A
 * buyer is recognized by the e-mail address, in lower case and without a `+tag`; by the last ten digits of the phone
 * number, so with or without the country; or by the reference. At most `limit` checkouts are read for each of the
 * three. The event is locked.
 */
export async function readBuyerPlaces(
  tx: Tx,
  { organizationId, eventId }: { organizationId: Uuid; eventId: Uuid },
  { buyers, limit, now }: { buyers: Buyer[]; limit: number; now: Date },
): Promise<BuyerPlaces[]> {
  const counted = sql`
    c.organization_id = ${organizationId} and c.event_id = ${eventId} and c.buyer_places > 0
    and c.id is distinct from buyers.replaces and c.status in ('open', 'processing', 'completed')
    and not ${isOverdue(now)}`;
  const rows = await tx.query<{ email: string; phone: string | null; reference: string | null; places: number }>(sql`
    with buyers as (
      select nth, lower(regexp_replace(email, '[+][^@]*', '')) as email,
             right(regexp_replace(phone, '[^0-9]', '', 'g'), 10) as phone, reference, replaces
        from unnest(${buyers.map(({ email }) => email)}::text[], ${buyers.map(({ phone }) => phone)}::text[],
                    ${buyers.map(({ reference }) => reference)}::text[],
                    ${buyers.map(({ replaces }) => replaces)}::uuid[]) with ordinality
             as buyer (email, phone, reference, replaces, nth))
    select buyers.email, case when length(buyers.phone) >= ${SHORTEST_PHONE} then buyers.phone end as phone,
           buyers.reference, coalesce(sum(taken.buyer_places), 0) as places
      from buyers left join lateral (
        (select c.id, c.buyer_places from checkouts c
          where ${counted} and lower(regexp_replace(c.customer_email, '[+][^@]*', '')) = buyers.email limit ${limit})
        union
        (select c.id, c.buyer_places from checkouts c
          where ${counted} and right(regexp_replace(c.customer_phone, '[^0-9]', '', 'g'), 10) = buyers.phone
            and length(buyers.phone) >= ${SHORTEST_PHONE} limit ${limit})
        union
        (select c.id, c.buyer_places from checkouts c
          where ${counted} and c.buyer_reference = buyers.reference limit ${limit})) taken on true
     group by buyers.nth, buyers.email, buyers.phone, buyers.reference order by buyers.nth`);
  return rows.map(({ email, phone, reference, places }) => ({
    names: [
      `email ${email}`,
      ...(phone === null ? [] : [`phone ${phone}`]),
      ...(reference === null ? [] : [`reference ${reference}`]),
    ],
    places,
  }));
}
