import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { Database } from '../../platform/database/database.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { IdParams } from '../../platform/http/contract/fields.ts';
import { PageQuery, pageFrom, pageMeta } from '../../platform/http/contract/pagination.ts';
import { timeRangeFrom } from '../../platform/http/contract/time-range.ts';
import { fieldRefusals } from '../../platform/refusals/request-refusals.ts';
import type { Clock } from '../../values/clock.ts';
import { getDelivery, listDeliveries } from '../delivery-queries.ts';
import { readableBy } from '../notification.ts';
import { getWebhook } from '../queries.ts';
import { webhookRefusals } from '../refusals.ts';
import { replayDeliveries } from '../replay-deliveries.ts';
import * as schemas from '../schemas.ts';
import { redeliver } from '../send-again.ts';

/** What was sent, and sending it again. */
export const deliveryRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (app, { db, clock }) => {
  const tags = ['Webhooks'];

  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { access: 'read', refusals: [webhookRefusals.webhook_not_found] },
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries to an endpoint and their attempts, newest first',
        description: 'Each attempt shows the response, or why there was none.',
        tags,
        params: IdParams,
        querystring: Type.Object(PageQuery(20, 100)),
        response: { 200: Data(schemas.DeliveryListJson) },
      },
    },
    async ({ organizationId, params, query }) => {
      await getWebhook(db, organizationId, params.id);
      const page = pageFrom(query);
      const { deliveries, total } = await listDeliveries(db, organizationId, { webhookId: params.id }, page);
      return { data: { deliveries: deliveries.map(schemas.deliveryJson), meta: pageMeta(page, total) } };
    },
  );

  app.post(
    '/webhook-deliveries/:id/redeliver',
    {
      config: { access: 'manage', refusals: [webhookRefusals.delivery_not_found, webhookRefusals.webhook_inactive] },
      schema: {
        operationId: 'redeliverWebhook',
        summary: 'Send the notification of a delivery again',
        description:
          'Creates a new delivery with the same event id and body, and answers it, still pending. An inactive ' +
          'endpoint is 409.',
        tags,
        params: IdParams,
        response: { 200: Data(schemas.DeliveryJson) },
      },
    },
    async ({ organizationId, params }) => ({
      data: schemas.deliveryJson(await redeliver(db, { organizationId, deliveryId: params.id, now: clock.now() })),
    }),
  );

  app.get(
    '/webhook-deliveries',
    {
      config: { access: 'read', refusals: [webhookRefusals.webhook_not_found, fieldRefusals.fields_out_of_order] },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List deliveries to all endpoints, newest first',
        description: 'By endpoint, type, status and the time when they were created.',
        tags,
        querystring: schemas.DeliveryQuery,
        response: { 200: Data(schemas.DeliveryListJson) },
      },
    },
    async ({ organizationId, timeZone, query }) => {
      const { type, status, webhook_id: webhookId } = query;
      if (webhookId) await getWebhook(db, organizationId, webhookId);
      const page = pageFrom(query);
      const which = { webhookId, type, status, ...timeRangeFrom(query, timeZone) };
      const { deliveries, total } = await listDeliveries(db, organizationId, which, page);
      return { data: { deliveries: deliveries.map(schemas.deliveryJson), meta: pageMeta(page, total) } };
    },
  );

  app.get(
    '/webhook-deliveries/:id',
    {
      config: { access: 'read', refusals: [webhookRefusals.delivery_not_found] },
      schema: {
        operationId: 'getDelivery',
        summary: 'Read one delivery with what is sent',
        description: 'The body is the same in every attempt.',
        tags,
        params: IdParams,
        response: { 200: Data(schemas.DeliveryWithBodyJson) },
      },
    },
    async ({ organizationId, caller, params }) => {
      const { body, ...delivery } = await getDelivery(db, organizationId, params.id);
      const readable = JSON.stringify(readableBy(caller, JSON.parse(body)));
      return { data: { ...schemas.deliveryJson(delivery), body: readable } };
    },
  );

  app.post(
    '/webhooks/:id/replay',
    {
      config: {
        access: 'manage',
        refusals: [
          webhookRefusals.webhook_not_found,
          webhookRefusals.delivery_not_found,
          webhookRefusals.webhook_inactive,
          fieldRefusals.fields_exclude_each_other,
          fieldRefusals.fields_out_of_order,
        ],
      },
      schema: {
        operationId: 'replayWebhook',
        summary: 'Send chosen or failed notifications to an endpoint again',
        description:
          'At most 100 per request, oldest first, with the same ids and bytes, as fast as the endpoint gets any. What is on ' +
          'its way, and what arrived after it failed, is left out, so repeating the request sends nothing twice.',
        tags,
        params: IdParams,
        body: schemas.ReplayInput,
        response: { 200: Data(schemas.ReplayJson) },
      },
    },
    async ({ organizationId, timeZone, params, body }) => {
      const which = schemas.replayFrom(body, timeZone);
      const replay = { organizationId, webhookId: params.id, ...which, now: clock.now() };
      const { replayed, hasMore } = await replayDeliveries(db, replay);
      return { data: { replayed, has_more: hasMore } };
    },
  );
};
