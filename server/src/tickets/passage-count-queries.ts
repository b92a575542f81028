import sql from 'sql-template-tag';
import type { CheckInList } from '../check-in-lists/check-in-list.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Uuid } from '../values/uuid.ts';

/** Tickets of a tier at one place. */
export interface TierCount {
  tierId: Uuid;
  tierName: string;
  /** Valid and used ones that may pass. */
  tickets: number;
  /** Tickets that entered. */
  passed: number;
  /** Tickets whose last passage was in. */
  inside: number;
}

interface TierTickets {
  tierId: Uuid;
  tierName: string;
  admission: boolean;
  tickets: number;
  used: number;
}

interface PassedTickets {
  listId: Uuid | null;
  tierId: Uuid;
  passed: number;
  inside: number;
}

/** @returns a function that counts the tickets at a list, or at the gate (null), by tier */
export async function countPassages(db: Queryable, organizationId: Uuid, eventId: Uuid) {
  const [tiers, places] = await Promise.all([
    db.query<TierTickets>(sql`
      select tier.id as tier_id, tier.name as tier_name, tier.admission, count(t.id) as tickets,
             count(t.id) filter (where t.status = 'used') as used
        from ticket_tiers tier
        left join tickets t on t.organization_id = tier.organization_id and t.event_id = tier.event_id
         and t.tier_id = tier.id and t.status in ('valid', 'used')
       where tier.organization_id = ${organizationId} and tier.event_id = ${eventId}
       group by tier.id, tier.name, tier.admission, tier.sort_order, tier.created_at
       order by tier.sort_order, tier.created_at, tier.id`),
    db.query<PassedTickets>(sql`
      with last as (
        select distinct on (list_id, ticket_id) list_id, ticket_id, direction from passages
         where organization_id = ${organizationId} and event_id = ${eventId} and undone_at is null
         order by list_id, ticket_id, passed_at desc, number desc)
      select last.list_id, t.tier_id, count(*) as passed, count(*) filter (where last.direction = 'in') as inside
        from last join tickets t on t.organization_id = ${organizationId} and t.id = last.ticket_id
       where t.status in ('valid', 'used')
       group by last.list_id, t.tier_id`),
  ]);
  const key = (listId: Uuid | null, tierId: Uuid) => `${listId} ${tierId}`;
  const passedAt = new Map(places.map((place) => [key(place.listId, place.tierId), place]));
  return (list: CheckInList | null): TierCount[] => {
    const chosen = list?.tierIds ? new Set(list.tierIds) : null;
    return tiers
      .filter(({ tierId, admission }) => chosen?.has(tierId) ?? admission)
      .map(({ tierId, tierName, tickets, used }) => {
        const { passed, inside } = passedAt.get(key(list?.id ?? null, tierId)) ?? { passed: 0, inside: 0 };
        // At the gate a passage is an exit, or an entry after one.
        const counts = list ? { passed, inside } : { passed: used, inside: used - passed + inside };
        return { tierId, tierName, tickets, ...counts };
      });
  };
}
