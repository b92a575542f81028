import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import type { Config } from '../config/config.ts';
import { eventRefusals } from '../events/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import type { PaymentProviders } from '../payments/providers.ts';
import { paymentRefusals } from '../payments/refusals.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { placesHeld } from '../platform/metrics/service-metrics.ts';
import { promoUseRefusals } from '../promo-codes/refusals.ts';
import { answerRefusals } from '../questions/refusals.ts';
import { type Changes, changeCheckout } from '../sales/change-checkout.ts';
import { expireCheckout } from '../sales/expire-checkout.ts';
import { saleRefusals } from '../sales/refusals.ts';
import { releaseCheckout } from '../sales/release-checkout.ts';
import { findPurchase } from '../tickets/order-ticket-queries.ts';
import { maySeeOrderLink, orderUrl } from '../tickets/ticket-credentials.ts';
import type { Clock } from '../values/clock.ts';
import type { Uuid } from '../values/uuid.ts';
import { admissionRefusals } from '../waiting-room/refusals.ts';
import { requireAdmission } from '../waiting-room/require-admission.ts';
import { attendeesFrom } from './attendee.ts';
import { isCheckoutCode, NO_ATTRIBUTION, parseCheckoutCode } from './checkout.ts';
import { createCheckout } from './create-checkout.ts';
import { sentAnswers } from './given-answers.ts';
import { getCheckout, listCheckouts } from './queries.ts';
import { checkoutChangeRefusals, checkoutRefusals, HOLD_REFUSALS } from './refusals.ts';
import * as requests from './request-schemas.ts';
import * as schemas from './schemas.ts';
import { itemsFrom, linesFrom } from './sent-lines.ts';

interface CheckoutRoutesOptions {
  config: Config;
  db: Database;
  reads: Queryable;
  clock: Clock;
  providers: PaymentProviders;
  publicUrl: () => string;
}

export const checkoutRoutes: FastifyPluginAsyncTypebox<CheckoutRoutesOptions> = async (app, options) => {
  const { config, db, reads, clock, providers, publicUrl } = options;
  const { checkoutHoldSeconds: holdSeconds } = config;

  app.post(
    '/checkouts',
    {
      config: {
        access: 'sell',
        refusals: [
          eventRefusals.event_not_found,
          ...HOLD_REFUSALS,
          ...Object.values(promoUseRefusals),
          ...Object.values(answerRefusals),
          ...Object.values(admissionRefusals),
        ],
      },
      schema: {
        operationId: 'createCheckout',
        summary: 'Hold places for a buyer and get the page to send them to',
        description:
          'Places and seats are held until `expires_at`, and no place is ever sold twice. Send the buyer to ' +
          '`checkout_url` to pay. Of `items` all are held or none, and the error names the item. `seat_ids` are seats ' +
          'that the buyer chose: of two who want a seat the first gets it, the other gets 409 `seats_taken` with the ids ' +
          'that are gone. With the waiting room of the event on, `admission` is required.',
        tags: ['Checkouts'],
        body: requests.NewCheckout,
        response: { 201: Data(schemas.CreatedCheckoutJson) },
      },
    },
    async ({ organizationId, body }, reply) => {
      const wanted = checkoutFields(body);
      const now = clock.now();
      const { eventId } = wanted;
      await requireAdmission(options, { organizationId, eventId, admission: body.admission ?? null, now });
      const checkout = await createCheckout(db, { organizationId, ...wanted, holdSeconds, now });
      placesHeld.inc(checkout.quantity);
      reply.code(201);
      return { data: schemas.createdCheckoutJson(checkout, publicUrl()) };
    },
  );

  app.get(
    '/checkouts',
    {
      // The id of an open checkout is what its buyer proves themselves with.
      config: { access: 'sell', refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'listCheckouts',
        summary: 'List checkouts, newest first',
        description:
          'Open and processing checkouts hold places. Whoever knows a `checkout_id` has the page of its buyer.',
        tags: ['Checkouts'],
        querystring: schemas.CheckoutsQuery,
        response: { 200: Data(schemas.CheckoutListJson) },
      },
    },
    async ({ organizationId, query }) => {
      const { event_id: eventId, status } = query;
      if (eventId !== undefined) await requireEvent(reads, organizationId, eventId);
      const [page, now] = [pageFrom(query), clock.now()];
      const { checkouts, total } = await listCheckouts(reads, organizationId, { eventId, status, page, now });
      return {
        data: {
          checkouts: checkouts.map((checkout) => schemas.listedCheckoutJson(checkout, now)),
          meta: pageMeta(page, total),
        },
      };
    },
  );

  app.get(
    '/checkouts/:id',
    {
      config: { access: 'read', refusals: [checkoutRefusals.checkout_not_found, checkoutRefusals.invalid_checkout_id] },
      schema: {
        operationId: 'getCheckout',
        summary: 'Read the state of a checkout',
        description: 'A completed checkout names its order and tickets. A hold is expired as soon as its time is over.',
        tags: ['Checkouts'],
        params: schemas.CheckoutParams,
        response: { 200: Data(schemas.CheckoutJson) },
      },
    },
    async ({ organizationId, caller, params }) => {
      const checkout = await getCheckout(db, organizationId, idOf(params.id, organizationId));
      const purchase = await findPurchase(db, organizationId, checkout.id);
      const url =
        purchase && maySeeOrderLink(caller, checkout.channel)
          ? await orderUrl(db, config.secretsKeys, { organizationId, ...purchase }, publicUrl())
          : undefined;
      return { data: schemas.checkoutJson(checkout, { ...purchase, url }, clock.now()) };
    },
  );

  app.put(
    '/checkouts/:id',
    {
      config: {
        access: 'sell',
        refusals: [
          checkoutRefusals.checkout_not_found,
          checkoutRefusals.invalid_checkout_id,
          checkoutRefusals.checkout_not_open,
          paymentRefusals.payment_service_unavailable,
          saleRefusals.payment_under_way,
          saleRefusals.promo_code_opens_tickets,
          saleRefusals.too_many_promo_codes,
          ...Object.values(checkoutChangeRefusals),
          ...HOLD_REFUSALS,
          ...Object.values(promoUseRefusals),
          ...Object.values(answerRefusals),
        ],
      },
      schema: {
        operationId: 'changeCheckout',
        summary: 'Change the tickets, the buyer or the promo code before paying',
        description:
          'All fields are changed or none is: if places are short, it keeps what it holds. `expires_at` does ' +
          'not move. A payment under way is closed at the provider first; if it was paid at that moment, the checkout ' +
          'is completed instead: 409. Of two changes the later one wins.',
        tags: ['Checkouts'],
        params: schemas.CheckoutParams,
        body: requests.CheckoutChanges,
        response: { 200: Data(schemas.CheckoutJson) },
      },
    },
    async ({ organizationId, params, body }) => {
      const now = clock.now();
      const checkoutId = idOf(params.id, organizationId);
      const changes = changesFrom(body);
      const checkout = await changeCheckout(db, providers, {
        organizationId,
        checkoutId,
        by: 'program',
        ...changes,
        holdSeconds,
        now,
      });
      return { data: schemas.checkoutJson(checkout, {}, now) };
    },
  );

  app.post(
    '/checkouts/:id/expire',
    {
      config: {
        access: 'sell',
        refusals: [
          checkoutRefusals.checkout_not_found,
          checkoutRefusals.invalid_checkout_id,
          checkoutRefusals.checkout_not_open,
          paymentRefusals.payment_service_unavailable,
        ],
      },
      schema: {
        operationId: 'expireCheckout',
        summary: 'End an open checkout and free its places',
        description:
          'A payment under way is closed at the provider first; if it was paid at that moment, the checkout is ' +
          'completed instead. An expired one answers 200; a processing, completed or cancelled one 409.',
        tags: ['Checkouts'],
        params: schemas.CheckoutParams,
        response: { 200: Data(schemas.CheckoutJson) },
      },
    },
    async ({ organizationId, params }) => {
      const now = clock.now();
      const checkoutId = idOf(params.id, organizationId);
      const checkout = await expireCheckout(db, providers, { organizationId, checkoutId, holdSeconds, now });
      // The seats are already free again.
      return { data: schemas.checkoutJson({ ...checkout, seats: null }, {}, now) };
    },
  );

  app.post(
    '/checkouts/:id/release',
    {
      config: {
        access: 'manage',
        refusals: [
          checkoutRefusals.checkout_not_found,
          checkoutRefusals.invalid_checkout_id,
          checkoutRefusals.checkout_not_open,
        ],
      },
      schema: {
        operationId: 'releaseCheckout',
        summary: 'Free the places of a checkout even while its money is on its way',
        description:
          'Money that still arrives is refunded. If it arrives first, the checkout is completed: 409. A checkout ' +
          'that holds nothing answers 200 and stays as it is.',
        tags: ['Checkouts'],
        params: schemas.CheckoutParams,
        response: { 200: Data(schemas.CheckoutJson) },
      },
    },
    async ({ organizationId, caller: actor, params }) => {
      const now = clock.now();
      const checkoutId = idOf(params.id, organizationId);
      const checkout = await releaseCheckout(db, { organizationId, actor, checkoutId, now });
      return { data: schemas.checkoutJson({ ...checkout, seats: null }, {}, now) };
    },
  );
};

/** @throws Refusal 400 when the code is malformed; 404 when it is unknown or another organization's */
function idOf(code: string, organizationId: Uuid): Uuid {
  if (!isCheckoutCode(code)) throw checkoutRefusals.invalid_checkout_id();
  const parsed = parseCheckoutCode(code);
  if (parsed?.organizationId !== organizationId) throw checkoutRefusals.checkout_not_found();
  return parsed.id;
}

const checkoutFields = ({ customer: { name, email, phone = null }, ...body }: Static<typeof requests.NewCheckout>) => ({
  eventId: body.event_id,
  ...linesFrom(body),
  promoCode: body.promo_code ?? null,
  language: body.language ?? null,
  customer: { name, email, phone },
  attendees: attendeesFrom(body.attendees ?? []),
  answers: sentAnswers(body),
  buyerReference: body.buyer_reference ?? null,
  successUrl: body.success_url,
  cancelUrl: body.cancel_url ?? null,
  channel: 'api' as const,
  attribution: { ...NO_ATTRIBUTION, ...body.attribution },
});

const changesFrom = (body: Static<typeof requests.CheckoutChanges>): Changes => ({
  lines: body.items && itemsFrom(body.items),
  otherSeats: body.other_seats,
  customer: body.customer,
  promoCode: body.promo_code,
  attendees: body.attendees === undefined ? undefined : attendeesFrom(body.attendees ?? []),
  answers: sentAnswers({ attendees: body.attendees ?? [] }),
});
