import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { OrganizationJson, organizationJson } from '../../organizations/schemas.ts';
import type { Database } from '../../platform/database/database.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { Model } from '../../platform/http/contract/models.ts';
import type { Clock } from '../../values/clock.ts';
import { accountRefusals } from '../refusals.ts';
import { requireTwoFactor } from './require-two-factor.ts';

const TwoFactorRule = Model('TwoFactorRule', 'Whether every member needs a second factor.', {
  required: Type.Boolean(),
});

interface Options {
  db: Database;
  clock: Clock;
  publicUrl: () => string;
}

export const secondFactorRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock, publicUrl }) => {
  app.put(
    '/organization/two-factor',
    {
      config: {
        access: 'secure',
        refusals: [accountRefusals.second_factor_missing, accountRefusals.team_of_live_organization],
      },
      schema: {
        operationId: 'requireTwoFactor',
        summary: 'Require a second factor of every member, or stop requiring it',
        description:
          'Applies from the next request on. Members without one get 403 `two_factor_required` until they set it up ' +
          'in the dashboard. An owner without one cannot require it: 409. API keys are not affected.',
        tags: ['Organization'],
        body: TwoFactorRule,
        response: { 200: Data(OrganizationJson) },
      },
    },
    async ({ organizationId, caller: owner, body }) => ({
      data: organizationJson(
        await requireTwoFactor(db, { organizationId, owner, ...body, now: clock.now() }),
        publicUrl(),
      ),
    }),
  );
};
