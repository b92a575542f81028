import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Config } from '../config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import type { Clock } from '../values/clock.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { getSubscription, listSubscriptions, listSubscriptionTiers, subscriptionTierExists } from './queries.ts';
import { subscriptionRefusals } from './refusals.ts';
import { createSubscriptionTier, MAX_SUBSCRIPTION_TIERS, updateSubscriptionTier } from './save-subscription-tier.ts';
import * as schemas from './schemas.ts';

type Options = { config: Config; db: Database; clock: Clock };

export const subscriptionRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { config, db, clock }) => {
  app.get(
    '/subscription-tiers',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listSubscriptionTiers',
        summary: 'List the plans that fans subscribe to, cheapest first',
        description: 'The list is not paged and includes inactive plans.',
        tags: ['Subscriptions'],
        response: { 200: Data(schemas.SubscriptionTierListJson) },
      },
    },
    async ({ organizationId }) => {
      const tiers = await listSubscriptionTiers(db, organizationId);
      return { data: { tiers: tiers.map(schemas.subscriptionTierJson) } };
    },
  );

  app.post(
    '/subscription-tiers',
    {
      config: { access: 'manage', refusals: [subscriptionRefusals.too_many_subscription_tiers] },
      schema: {
        operationId: 'createSubscriptionTier',
        summary: 'Add a plan',
        description: `At most ${MAX_SUBSCRIPTION_TIERS}.`,
        tags: ['Subscriptions'],
        body: schemas.NewSubscriptionTier,
        response: { 201: Data(schemas.SubscriptionTierJson) },
      },
    },
    async ({ organizationId, caller: actor, body }, reply) => {
      const fields = schemas.newTierFieldsFrom(body);
      const tier = await createSubscriptionTier(db, { organizationId, actor, fields, now: clock.now() });
      reply.code(201);
      return { data: schemas.subscriptionTierJson(tier) };
    },
  );

  app.put(
    '/subscription-tiers/:id',
    {
      config: { access: 'manage', refusals: [subscriptionRefusals.subscription_tier_not_found] },
      schema: {
        operationId: 'updateSubscriptionTier',
        summary: 'Change the fields of a plan that are sent',
        description: '`null` sets a field back to its default. Subscriptions always show their plan as it is now.',
        tags: ['Subscriptions'],
        params: IdParams,
        body: schemas.SubscriptionTierChanges,
        response: { 200: Data(schemas.SubscriptionTierJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body }) => {
      const fields = schemas.tierFieldsFrom(body);
      const tier = await updateSubscriptionTier(db, {
        organizationId,
        actor,
        tierId: params.id,
        fields,
        now: clock.now(),
      });
      return { data: schemas.subscriptionTierJson(tier) };
    },
  );

  app.get(
    '/subscriptions',
    {
      config: { access: 'read', refusals: [subscriptionRefusals.subscription_tier_not_found] },
      schema: {
        operationId: 'listSubscriptions',
        summary: 'List fan subscriptions, newest first',
        description: '`has_access` tells whether a fan has access now: use this list to reconcile entitlements.',
        tags: ['Subscriptions'],
        querystring: schemas.SubscriptionsQuery,
        response: { 200: Data(schemas.SubscriptionListJson) },
      },
    },
    async ({ organizationId, query }) => {
      const { status, tier_id: tierId } = query;
      if (tierId !== undefined && !(await subscriptionTierExists(db, organizationId, tierId)))
        throw subscriptionRefusals.subscription_tier_not_found();
      const page = pageFrom(query);
      const { subscriptions, total } = await listSubscriptions(db, organizationId, { status, tierId, page });
      const now = clock.now();
      const list = subscriptions.map((subscription) => schemas.subscriptionJson(subscription, now));
      return { data: { subscriptions: list, meta: pageMeta(page, total) } };
    },
  );

  app.get(
    '/subscriptions/:id',
    {
      config: { access: 'read', refusals: [subscriptionRefusals.subscription_not_found] },
      schema: {
        operationId: 'getSubscription',
        summary: 'Read one subscription',
        description:
          'Access lasts while `current_period_end` is in the future: an active subscription whose period is over ' +
          'gives no access.',
        tags: ['Subscriptions'],
        params: IdParams,
        response: { 200: Data(schemas.SubscriptionJson) },
      },
    },
    async ({ organizationId, params }) => {
      const subscription = await getSubscription(db, organizationId, params.id);
      return { data: schemas.subscriptionJson(subscription, clock.now()) };
    },
  );

  app.post(
    '/subscriptions',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'createSubscription',
        summary: 'Not available yet: recurring payments are missing',
        description: 'Always answers 503, and its `error` is a plain string.',
        tags: ['Subscriptions'],
        response: { 503: schemas.WritesDisabledJson },
      },
    },
    async (_request, reply) => {
      reply.code(503);
      return schemas.WRITES_DISABLED;
    },
  );

  app.post(
    '/subscriptions/:id/cancel',
    {
      config: {
        access: 'manage',
        refusals: [subscriptionRefusals.subscription_not_found, subscriptionRefusals.subscription_already_cancelled],
      },
      schema: {
        operationId: 'cancelSubscription',
        summary: 'Cancel at the end of the paid period',
        description:
          'The fan keeps access until `current_period_end`. Of two concurrent calls one succeeds; a subscription ' +
          'that is already cancelled is 409. If the operator has not enabled writes, the answer is 503 and its ' +
          '`error` is a plain string.',
        tags: ['Subscriptions'],
        params: IdParams,
        response: {
          200: Data(schemas.SubscriptionJson),
          503: schemas.WritesDisabledJson,
        },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      if (!config.subscriptionWrites) {
        reply.code(503);
        return schemas.WRITES_DISABLED;
      }
      const now = clock.now();
      const subscription = await cancelSubscription(db, { organizationId, actor, subscriptionId: params.id, now });
      return { data: schemas.subscriptionJson(subscription, now) };
    },
  );
};
