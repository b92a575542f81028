import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { IdParams } from '../../platform/http/contract/fields.ts';
import type { Clock } from '../../values/clock.ts';
import { cancelInvitation } from '../invitations/cancel-invitation.ts';
import { invite } from '../invitations/invite.ts';
import { listInvitations } from '../invitations/queries.ts';
import { accountRefusals } from '../refusals.ts';
import { changeRole, logOutMember, removeMember } from './change-team.ts';
import { listMembers } from './queries.ts';
import * as schemas from './schemas.ts';

const tags = ['Team'];
const memberRefusals = [
  accountRefusals.member_not_found,
  accountRefusals.last_owner,
  accountRefusals.team_of_live_organization,
];

/** Members of the organization and their invitations. */
export const teamRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (app, { db, clock }) => {
  app.get(
    '/team',
    {
      config: { access: 'own' },
      schema: {
        operationId: 'getTeam',
        summary: 'List members and open invitations',
        description:
          'Expired invitations are not listed. In test mode: the members of the live organization, who are the same.',
        tags,
        response: { 200: Data(schemas.TeamJson) },
      },
    },
    async ({ organizationId }) => {
      const members = await listMembers(db, organizationId);
      const invitations = await listInvitations(db, organizationId, clock.now());
      return {
        data: { members: members.map(schemas.memberJson), invitations: invitations.map(schemas.invitationJson) },
      };
    },
  );

  app.put(
    '/team/:user_id',
    {
      config: {
        access: 'secure',
        refusals: memberRefusals,
      },
      schema: {
        operationId: 'changeRole',
        summary: 'Change the role of a member, from their next request on',
        description: 'The last owner must stay an owner: 409. If two owners demote each other at once, one stays.',
        tags,
        params: schemas.MemberParams,
        body: schemas.RoleBody,
        response: { 200: Data(schemas.MemberJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body }) => {
      const change = { organizationId, actor, userId: params.user_id, role: body.role, now: clock.now() };
      return { data: schemas.memberJson(await changeRole(db, change)) };
    },
  );

  app.delete(
    '/team/:user_id',
    {
      config: {
        access: 'secure',
        refusals: memberRefusals,
      },
      schema: {
        operationId: 'removeMember',
        summary: 'Remove a member; their sessions end with their next request',
        description:
          'The account stays, for other organizations and for a later invitation. The last owner cannot be ' +
          'removed: 409.',
        tags,
        params: schemas.MemberParams,
        response: { 204: Type.Null({ description: 'Removed.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await removeMember(db, { organizationId, actor, userId: params.user_id, now: clock.now() });
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/team/:user_id/sessions',
    {
      config: {
        access: 'secure',
        refusals: [accountRefusals.member_not_found, accountRefusals.team_of_live_organization],
      },
      schema: {
        operationId: 'logOutMember',
        summary: 'End all sessions of a member in this organization',
        description:
          'For a lost phone or a password that others know. The next request of each session is refused, an open ' +
          'stream of `GET /live` ends within 30 seconds. The member may log in again.',
        tags,
        params: schemas.MemberParams,
        response: { 204: Type.Null({ description: 'Ended.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await logOutMember(db, { organizationId, actor, userId: params.user_id, now: clock.now() });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/team/invitations',
    {
      config: {
        access: 'secure',
        refusals: [
          accountRefusals.email_already_member,
          accountRefusals.first_member_not_owner,
          accountRefusals.invited_at_once,
          accountRefusals.too_many_invitations,
          accountRefusals.team_of_live_organization,
        ],
      },
      schema: {
        operationId: 'createInvitation',
        summary: 'Invite an e-mail address; an earlier invitation of it is void',
        description: 'The mail has a link that works for a week. An address that belongs to a member is 409.',
        tags,
        body: schemas.NewInvitationBody,
        response: { 201: Data(schemas.InvitationJson) },
      },
    },
    async ({ organizationId, caller: actor, body }, reply) => {
      const invitation = await invite(db, { organizationId, actor, ...body, now: clock.now() });
      reply.code(201);
      return { data: schemas.invitationJson(invitation) };
    },
  );

  app.delete(
    '/team/invitations/:id',
    {
      config: { access: 'secure', refusals: [accountRefusals.invitation_not_found] },
      schema: {
        operationId: 'deleteInvitation',
        summary: 'Take an invitation back',
        description: 'Its link stops working. If it is accepted at the same time, one of the two wins.',
        tags,
        params: IdParams,
        response: { 204: Type.Null({ description: 'Taken back.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await cancelInvitation(db, { organizationId, actor, invitationId: params.id, now: clock.now() });
      return reply.code(204).send(null);
    },
  );
};
