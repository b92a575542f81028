import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { Config } from '../config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { PageQuery, pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { sent } from '../platform/http/contract/wire.ts';
import type { Clock } from '../values/clock.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getWebhook, listWebhooks } from './queries.ts';
import { targetRefusals, webhookRefusals } from './refusals.ts';
import { rotateSecret } from './rotate-secret.ts';
import * as schemas from './schemas.ts';
import { sendTestNotification } from './send-again.ts';
import { updateWebhook } from './update-webhook.ts';

export const webhookRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock; config: Config }> = async (
  app,
  { db, clock, config },
) => {
  const tags = ['Webhooks'];
  const allowPrivate = config.webhookAllowPrivateTargets;

  app.post(
    '/webhooks',
    {
      config: {
        access: 'manage',
        refusals: [...Object.values(targetRefusals), webhookRefusals.too_many_webhooks],
      },
      schema: {
        operationId: 'createWebhook',
        summary: 'Register an endpoint; its secret is shown this once',
        description:
          'Deliveries are signed and sent at least once; their order is not guaranteed. A URL that is not public ' +
          'is 400. An organization has at most 50 endpoints, then 409.',
        tags,
        body: schemas.NewWebhook,
        response: { 201: Data(schemas.WebhookWithSecretJson) },
      },
    },
    async ({ organizationId, caller: actor, body }, reply) => {
      const { secretsKeys } = config;
      const endpoint = { ...body, allowPrivate, secretsKeys };
      const webhook = await createWebhook(db, { organizationId, actor, ...endpoint, now: clock.now() });
      reply.code(201);
      return { data: schemas.webhookWithSecretJson(webhook) };
    },
  );

  app.get(
    '/webhooks',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List endpoints, newest first',
        description: 'Secrets are not shown.',
        tags,
        querystring: Type.Object(PageQuery(20, 100)),
        response: { 200: Data(schemas.WebhookListJson) },
      },
    },
    async ({ organizationId, query }) => {
      const page = pageFrom(query);
      const { webhooks, total } = await listWebhooks(db, organizationId, page);
      return { data: { webhooks: webhooks.map(schemas.webhookJson), meta: pageMeta(page, total) } };
    },
  );

  app.get(
    '/webhooks/:id',
    {
      config: { access: 'read', refusals: [webhookRefusals.webhook_not_found] },
      schema: {
        operationId: 'getWebhook',
        summary: 'Read one endpoint',
        description: 'The secret is not shown.',
        tags,
        params: IdParams,
        response: { 200: Data(schemas.WebhookJson) },
      },
    },
    async ({ organizationId, params }) => ({
      data: schemas.webhookJson(await getWebhook(db, organizationId, params.id)),
    }),
  );

  app.put(
    '/webhooks/:id',
    {
      config: {
        access: 'manage',
        refusals: [webhookRefusals.webhook_not_found, ...Object.values(targetRefusals)],
      },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change the fields that are sent; is_active enables or disables it',
        description:
          'Pending deliveries go to the new URL, with the new payload. Deactivating fails pending deliveries; reactivating clears past ' +
          'failures. Events in between are not sent later.',
        tags,
        params: IdParams,
        body: schemas.WebhookChanges,
        response: { 200: Data(schemas.WebhookJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body }) => {
      const fields = sent(schemas.WebhookChanges, body);
      const update = { organizationId, actor, webhookId: params.id, fields, allowPrivate, now: clock.now() };
      return { data: schemas.webhookJson(await updateWebhook(db, update)) };
    },
  );

  app.delete(
    '/webhooks/:id',
    {
      config: { access: 'manage', refusals: [webhookRefusals.webhook_not_found] },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete an endpoint and its delivery history',
        description: 'No further deliveries are sent.',
        tags,
        params: IdParams,
        response: { 204: Type.Null({ description: 'Deleted.' }) },
      },
    },
    async ({ organizationId, caller: actor, params }, reply) => {
      await deleteWebhook(db, { organizationId, actor, webhookId: params.id, now: clock.now() });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/webhooks/:id/rotate-secret',
    {
      config: { access: 'manage', refusals: [webhookRefusals.webhook_not_found] },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret; the old one stays valid for 24 hours',
        description:
          'For 24 hours deliveries carry signatures of both secrets, unless the old one ends immediately. At most ' +
          'two secrets are valid at a time.',
        tags,
        params: IdParams,
        querystring: schemas.RotateQuery,
        response: { 200: Data(schemas.WebhookWithSecretJson) },
      },
    },
    async ({ organizationId, caller: actor, params, query }) => {
      const { immediately = false } = query;
      const webhook = await rotateSecret(db, {
        organizationId,
        actor,
        webhookId: params.id,
        immediately,
        secretsKeys: config.secretsKeys,
        now: clock.now(),
      });
      return { data: schemas.webhookWithSecretJson(webhook) };
    },
  );

  app.post(
    '/webhooks/:id/test',
    {
      config: { access: 'manage', refusals: [webhookRefusals.webhook_not_found, webhookRefusals.webhook_inactive] },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a webhook.test to this endpoint',
        description:
          'Needs no subscription, and is delivered like any notification. The answer is the ' +
          'delivery, still pending. An inactive endpoint is 409.',
        tags,
        params: IdParams,
        response: { 200: Data(schemas.DeliveryJson) },
      },
    },
    async ({ organizationId, params }) => ({
      data: schemas.deliveryJson(
        await sendTestNotification(db, { organizationId, webhookId: params.id, now: clock.now() }),
      ),
    }),
  );
};
