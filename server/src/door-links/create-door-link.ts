import type { Actor } from '../audit-log/actor.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { getCheckInList } from '../check-in-lists/queries.ts';
import { checkInListRefusals } from '../check-in-lists/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import { lockOrganization } from '../organizations/queries.ts';
import type { Database } from '../platform/database/database.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { doorSecretHash, newDoorSecret } from './door-secret.ts';
import { countLiveDoorLinks, insertDoorLink } from './queries.ts';
import { doorLinkRefusals } from './refusals.ts';

/** More gates than any hall has. Each link has a rate limit of its own, so that their number must have a bound. */
const MAX_DOOR_LINKS = 50;
/** An organizer prepares an event months ahead. A link that is lost and forgotten must end nevertheless. */
const LONGEST_DAYS = 366;

interface NewDoorLink {
  organizationId: Uuid;
  actor: Actor;
  eventId: Uuid;
  /** The link checks in at this list alone; null: at the gate and every list. */
  listId: Uuid | null;
  name: string;
  endsAt: Date;
  now: Date;
}

/**
 * Creates a door link and returns its secret, which cannot be read again because only its hash is stored.
 * @throws Refusal 400 for an end in the past or too far away; 404 for an unknown event or list; 409 when there are too
 * many
 */
export async function createDoorLink(
  db: Database,
  { organizationId, actor, eventId, listId: named, name, endsAt, now }: NewDoorLink,
): Promise<{ id: Uuid; secret: string }> {
  if (endsAt <= now) throw fieldRefusals.time_not_in_future({ field: 'ends_at' });
  if (endsAt.getTime() - now.getTime() > LONGEST_DAYS * 86_400_000)
    throw doorLinkRefusals.door_link_too_long({ max_days: LONGEST_DAYS });
  return db.transaction(async (tx) => {
    await requireEvent(tx, organizationId, eventId);
    const list = named === null ? null : await getCheckInList(tx, organizationId, named);
    if (list && list.eventId !== eventId) throw checkInListRefusals.check_in_list_not_found();
    const listId = list?.id ?? null;
    // The lock puts concurrent calls in order, so each one sees the links of the calls before it.
    await lockOrganization(tx, organizationId);
    if ((await countLiveDoorLinks(tx, organizationId, eventId, now)) >= MAX_DOOR_LINKS)
      throw doorLinkRefusals.too_many_door_links({ max: MAX_DOOR_LINKS });
    const [id, secret] = [newId(now), newDoorSecret(organizationId)];
    const secretHash = doorSecretHash(secret);
    await insertDoorLink(tx, { organizationId, id, eventId, listId, name, secretHash, endsAt, createdAt: now });
    const after = { event_id: eventId, list_id: listId, name, ends_at: endsAt.toISOString() };
    const made = { action: 'door_link.created', subjectId: id, before: null, after } as const;
    recordChange(tx, { organizationId, actor, ...made, now });
    return { id, secret };
  });
}
