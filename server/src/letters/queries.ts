import assert from 'node:assert';
import sql from 'sql-template-tag';
import { checkoutRefusals } from '../checkouts/refusals.ts';
import type { DueMail } from '../mail/mail.ts';
import { type OrganizerColumns, organizerColumns, organizerOf } from '../organizations/organizer-queries.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Language } from '../values/language.ts';
import type { Uuid } from '../values/uuid.ts';

interface LateBuyerRow extends OrganizerColumns {
  customerName: string;
  language: Language | null;
  title: string;
}

/** The buyer of a checkout whose payment made no order, and the event. */
export async function getLateBuyer(db: Queryable, organizationId: Uuid, checkoutId: Uuid) {
  const [row] = await db.query<LateBuyerRow>(sql`
    select c.customer_name, c.language, e.title, ${organizerColumns}
      from checkouts c
      join events e on e.organization_id = c.organization_id and e.id = c.event_id
      join organizations n on n.organization_id = c.organization_id
     where c.organization_id = ${organizationId} and c.id = ${checkoutId}`);
  if (!row) throw checkoutRefusals.checkout_not_found();
  return {
    name: row.customerName,
    language: row.language,
    title: row.title,
    organizer: organizerOf(row),
  };
}

interface NoticeReader {
  name: string;
  language: Language;
  organizationName: string;
  timeZone: string;
  isTest: boolean;
}

/** The reader of a notice, who may no longer be a member, and the organization that sends it. */
export async function getNoticeReader(db: Queryable, organizationId: Uuid, userId: Uuid) {
  const [row] = await db.query<NoticeReader>(sql`
    select u.name, u.language, o.name as organization_name, o.time_zone, o.test_of is not null as is_test
      from users u cross join organizations o
     where u.id = ${userId} and o.organization_id = ${organizationId}`);
  assert(row, 'users and organizations are never deleted');
  return row;
}

/** What decides whether a mail may be sent. */
export async function getMailRules(
  db: Queryable,
  { organizationId, recipient }: Pick<DueMail, 'organizationId' | 'recipient'>,
) {
  const [row] = await db.query<{ isTest: boolean; isToTeam: boolean }>(sql`
    select o.test_of is not null as is_test,
           exists (select 1 from memberships m join users u on u.id = m.user_id
                    where m.organization_id = o.test_of and u.email = lower(${recipient})) as is_to_team
      from organizations o where o.organization_id = ${organizationId}`);
  assert(row, 'organizations are never deleted');
  return row;
}
