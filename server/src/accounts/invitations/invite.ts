import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { recordLoneMail } from '../../mail/record-mail.ts';
import { lockOrganization } from '../../organizations/queries.ts';
import type { Database, Queryable, Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/database.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../values/language.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import { makeLink } from '../links/one-time-link.ts';
import { notifyOwners } from '../notices/notify-owners.ts';
import { findAccount, findAccountByEmail } from '../queries.ts';
import { accountRefusals } from '../refusals.ts';
import type { Role } from '../roles.ts';
import { requireOwnTeam } from '../team/own-team.ts';
import { listMembers } from '../team/queries.ts';
import { normalEmail } from '../user.ts';
import { deleteInvitationTo, findInvitation, type Invitation, insertInvitation, listInvitations } from './queries.ts';

/** A week, so that people who read this mailbox once a week can still accept. */
const INVITED_FOR_MS = 7 * 24 * 3_600_000;

/** Open invitations of an organization. Teams are smaller, and each sends a mail to whatever address is typed. */
export const MAX_INVITATIONS = 100;

export interface NewInvitation {
  organizationId: Uuid;
  actor: Actor;
  email: string;
  role: Role;
  now: Date;
}

/**
 * Invites an address by e-mail and voids its earlier invitation. If two requests invite it at once, one is refused. The
 * e-mail is in the language of the address's account, or else in that of the member who invites.
 * @throws Refusal 404 for an unknown organization; 409 in a test organization, if the address is a member, if the
 *   first member of an organization is not invited as an owner, or if too many invitations are open
 */
export async function invite(db: Database, fields: NewInvitation): Promise<Invitation> {
  return refusingConcurrentInvitation(db, async (tx) => {
    const invitation = await record(tx, fields);
    recordLoneMail(tx, {
      organizationId: fields.organizationId,
      kind: 'invitation',
      recipient: invitation.email,
      details: { invitation_id: invitation.id, language: await languageOf(tx, invitation.email, fields.actor) },
      now: fields.now,
    });
    return invitation;
  });
}

async function languageOf(tx: Tx, email: string, inviter: Actor): Promise<Language> {
  const invited = await findAccountByEmail(tx, email);
  const account = invited ?? ('id' in inviter ? await findAccount(tx, inviter.id) : undefined);
  return account?.language ?? DEFAULT_LANGUAGE;
}

/** Like `invite`, but with a link to pass on by hand instead of an e-mail. @returns the link */
export async function inviteByLink(db: Database, publicUrl: string, fields: NewInvitation): Promise<string> {
  return refusingConcurrentInvitation(db, async (tx) => {
    const { id: invitationId, expiresAt } = await record(tx, fields);
    const to = { purpose: 'invitation', organizationId: fields.organizationId, invitationId } as const;
    return makeLink(tx, publicUrl, to, expiresAt);
  });
}

/** Creates another link, for an e-mail that is being written. @returns undefined if the invitation is no longer open */
export async function makeInvitationLink(
  db: Queryable,
  publicUrl: string,
  { organizationId, invitationId, now }: { organizationId: Uuid; invitationId: Uuid; now: Date },
) {
  const invitation = await findInvitation(db, organizationId, invitationId, now);
  if (!invitation) return undefined;
  const to = { purpose: 'invitation', organizationId, invitationId } as const;
  return { ...invitation, url: await makeLink(db, publicUrl, to, invitation.expiresAt) };
}

async function record(tx: Tx, { organizationId, actor, email: typed, role, now }: NewInvitation): Promise<Invitation> {
  const email = normalEmail(typed);
  await requireOwnTeam(tx, organizationId);
  const members = await listMembers(tx, organizationId);
  if (members.length === 0 && role !== 'owner') throw accountRefusals.first_member_not_owner();
  if (members.some((member) => member.email === email)) throw accountRefusals.email_already_member({ email });
  await deleteInvitationTo(tx, organizationId, email);
  await lockOrganization(tx, organizationId);
  if ((await listInvitations(tx, organizationId, now)).length >= MAX_INVITATIONS)
    throw accountRefusals.too_many_invitations({ max: MAX_INVITATIONS });
  const expiresAt = new Date(now.getTime() + INVITED_FOR_MS);
  const invitation = { id: newId(now), email, role, createdAt: now, expiresAt };
  await insertInvitation(tx, organizationId, invitation);
  await notifyOwners(tx, { organizationId, actor, change: 'invitation_sent', about: email, roles: [role], now });
  const made = {
    action: 'invitation.created',
    subjectId: invitation.id,
    before: null,
    after: { email, role },
  } as const;
  recordChange(tx, { organizationId, actor, ...made, now });
  return invitation;
}

const refusingConcurrentInvitation = <Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction(work).catch((error: unknown) => {
    throw violatedConstraint(error) === 'invitations_one_email' ? accountRefusals.invited_at_once() : error;
  });
