import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import type { Clock } from '../values/clock.ts';
import { openTestOrganization } from './open-test-organization.ts';
import { getOrganization } from './queries.ts';
import { organizationRefusals, slugRefusals } from './refusals.ts';
import * as schemas from './schemas.ts';
import { updateOrganization } from './update-organization.ts';

interface Options {
  db: Database;
  clock: Clock;
  publicUrl: () => string;
}

export const organizationRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock, publicUrl }) => {
  app.get(
    '/organization',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getOrganization',
        summary: 'Read how buyers see the organization that the key belongs to',
        description: 'Times without an offset are read in this time zone.',
        tags: ['Organization'],
        response: { 200: Data(schemas.OrganizationJson) },
      },
    },
    async ({ organizationId }) => ({
      data: schemas.organizationJson(await getOrganization(db, organizationId), publicUrl()),
    }),
  );

  app.put(
    '/organization',
    {
      config: { access: 'own', refusals: Object.values(slugRefusals) },
      schema: {
        operationId: 'updateOrganization',
        summary: 'Change the fields that are sent: name, time zone, colour, logo, shop and contact',
        description:
          'Pages and unsent mails show the change at once. If two requests change the same field, the later one wins.',
        tags: ['Organization'],
        body: schemas.OrganizationChanges,
        response: { 200: Data(schemas.OrganizationJson) },
      },
    },
    async ({ organizationId, caller: actor, body }) => {
      const fields = schemas.organizationFieldsFrom(body, publicUrl());
      const organization = await updateOrganization(db, { organizationId, actor, fields, now: clock.now() });
      return { data: schemas.organizationJson(organization, publicUrl()) };
    },
  );

  app.post(
    '/organization/test',
    {
      config: { access: 'secure', refusals: [organizationRefusals.test_organization_of_test] },
      schema: {
        operationId: 'openTestOrganization',
        summary: 'Open test mode: make the test organization, or read it when there is one',
        description:
          'It has the same members and sells with the sandbox, whatever takes the payments of the live one: no money ' +
          'moves, and its tickets admit nobody. Events, orders, keys and webhooks are its own. 201 when it was made, ' +
          '200 when it was there; of two requests at once one makes it.',
        tags: ['Organization'],
        response: { 200: Data(schemas.OrganizationJson), 201: Data(schemas.OrganizationJson) },
      },
    },
    async ({ organizationId, caller: actor }, reply) => {
      const { organization, isNew } = await openTestOrganization(db, { organizationId, actor, now: clock.now() });
      reply.code(isNew ? 201 : 200);
      return { data: schemas.organizationJson(organization, publicUrl()) };
    },
  );
};
