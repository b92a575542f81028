import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { eventRefusals } from '../events/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import type { Sales } from '../events/sales.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { fieldRefusals } from '../platform/refusals/request-refusals.ts';
import type { Clock } from '../values/clock.ts';
import { createPromoCode } from './create-promo-code.ts';
import { getPromoCode, listPromoCodes } from './queries.ts';
import { promoCodeRefusals } from './refusals.ts';
import * as schemas from './schemas.ts';
import { updatePromoCode } from './update-promo-code.ts';

type Options = { db: Database; clock: Clock; sales: Sales };

export const promoCodeRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, clock, sales }) => {
  app.post(
    '/promo-codes',
    {
      config: {
        access: 'manage',
        refusals: [
          eventRefusals.event_not_found,
          promoCodeRefusals.opened_tier_not_found,
          promoCodeRefusals.discount_required,
          promoCodeRefusals.percentage_too_large,
          fieldRefusals.time_not_in_future,
          fieldRefusals.fields_out_of_order,
          promoCodeRefusals.promo_code_exists,
        ],
      },
      schema: {
        operationId: 'createPromoCode',
        summary: 'Create a promo code for one event',
        description:
          'Buyers enter the code on the hosted page, or it is sent with the checkout. A code that the event ' +
          'already has is 409; an event that is cancelled or completed is 404.',
        tags: ['Promo codes'],
        body: schemas.NewPromoCode,
        response: { 201: Data(schemas.PromoCodeJson) },
      },
    },
    async ({ organizationId, caller: actor, timeZone, body }, reply) => {
      const fields = schemas.newPromoCodeFieldsFrom(body, timeZone);
      const promo = await createPromoCode(db, { organizationId, actor, fields, now: clock.now() });
      reply.code(201);
      return { data: schemas.promoCodeJson(promo) };
    },
  );

  app.get(
    '/promo-codes',
    {
      config: { access: 'read', refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'listPromoCodes',
        summary: 'List promo codes, newest first',
        description: '`usage_count` counts paid orders.',
        tags: ['Promo codes'],
        querystring: schemas.PromoCodesQuery,
        response: { 200: Data(schemas.PromoCodeListJson) },
      },
    },
    async ({ organizationId, query }) => {
      const { event_id: eventId } = query;
      if (eventId !== undefined) await requireEvent(db, organizationId, eventId);
      const page = pageFrom(query);
      const { promoCodes, total } = await listPromoCodes(db, organizationId, { eventId, page });
      return { data: { promo_codes: promoCodes.map(schemas.promoCodeJson), meta: pageMeta(page, total) } };
    },
  );

  app.get(
    '/promo-codes/:id',
    {
      config: { access: 'read', refusals: [promoCodeRefusals.promo_code_not_found] },
      schema: {
        operationId: 'getPromoCode',
        summary: 'Read one promo code',
        description: '`usage_count` counts paid orders.',
        tags: ['Promo codes'],
        params: IdParams,
        response: { 200: Data(schemas.PromoCodeJson) },
      },
    },
    async ({ organizationId, params }) => ({
      data: schemas.promoCodeJson(await getPromoCode(db, organizationId, params.id)),
    }),
  );

  app.put(
    '/promo-codes/:id',
    {
      config: {
        access: 'manage',
        refusals: [
          promoCodeRefusals.promo_code_not_found,
          promoCodeRefusals.opened_tier_not_found,
          promoCodeRefusals.discount_required,
          promoCodeRefusals.percentage_too_large,
          fieldRefusals.time_not_in_future,
          fieldRefusals.fields_out_of_order,
          promoCodeRefusals.promo_code_exists,
          promoCodeRefusals.usage_limit_too_small,
        ],
      },
      schema: {
        operationId: 'updatePromoCode',
        summary: 'Change the fields of a promo code that are sent',
        description: 'Open checkouts keep their discount. A limit below the used and held count is 409.',
        tags: ['Promo codes'],
        params: IdParams,
        body: schemas.PromoCodeChanges,
        response: { 200: Data(schemas.PromoCodeJson) },
      },
    },
    async ({ organizationId, caller: actor, timeZone, params, body }) => {
      const fields = schemas.promoCodeFieldsFrom(body, timeZone);
      const update = { organizationId, actor, promoCodeId: params.id, fields, now: clock.now() };
      return { data: schemas.promoCodeJson(await updatePromoCode(db, sales, update)) };
    },
  );
};
