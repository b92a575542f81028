import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { BOX_OFFICE_REFUSALS, holdRefusals } from '../../checkouts/refusals.ts';
import { itemsFrom } from '../../checkouts/sent-lines.ts';
import type { Config } from '../../config/config.ts';
import { eventRefusals } from '../../events/refusals.ts';
import { requireEvent } from '../../events/require-event.ts';
import { saleFrom } from '../../orders/sale-schemas.ts';
import { OrderWithTicketsJson } from '../../orders/schemas.ts';
import type { Database } from '../../platform/database/database.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { IdParams } from '../../platform/http/contract/fields.ts';
import { pageFrom, pageMeta } from '../../platform/http/contract/pagination.ts';
import { fieldRefusals } from '../../platform/refusals/request-refusals.ts';
import { answerRefusals } from '../../questions/refusals.ts';
import type { Clock } from '../../values/clock.ts';
import { orderReader } from '../read-order.ts';
import { saleRefusals } from '../refusals.ts';
import { createReservation } from './create-reservation.ts';
import { letGo } from './let-go.ts';
import { pickUp } from './pick-up.ts';
import { getReservation, listReservations } from './queries.ts';
import { reservationRefusals } from './refusals.ts';
import * as schemas from './schemas.ts';
import { updateReservation } from './update-reservation.ts';

interface ReservationRoutesOptions {
  config: Config;
  db: Database;
  clock: Clock;
  publicUrl: () => string;
}

export const reservationRoutes: FastifyPluginAsyncTypebox<ReservationRoutesOptions> = async (app, options) => {
  const { db, clock, publicUrl } = options;
  const orderWithTickets = orderReader(options);

  app.post(
    '/reservations',
    {
      config: {
        access: 'box_office',
        refusals: [
          eventRefusals.event_not_found,
          fieldRefusals.time_not_in_future,
          reservationRefusals.until_after_event,
          reservationRefusals.too_many_reservations,
          reservationRefusals.max_per_reservation,
          ...BOX_OFFICE_REFUSALS.filter((refusal) => refusal !== holdRefusals.too_many_attendees),
        ],
      },
      schema: {
        operationId: 'createReservation',
        summary: 'Keep places for a name, to be picked up and paid at the box office',
        description:
          'Places are taken like those of any buyer, all or none: those owed to the waiting list ' +
          'are not kept. Seats can be chosen in every mode, and the event may be a draft. The times of the online sale ' +
          'and `max_per_buyer` do not count. Without `until` they are kept until they are let go or the event is completed.',
        tags: ['Reservations'],
        body: schemas.NewReservation,
        response: { 201: Data(schemas.ReservationJson) },
      },
    },
    async ({ organizationId, caller: actor, timeZone, body }, reply) => {
      const now = clock.now();
      const id = await createReservation(db, {
        organizationId,
        actor,
        eventId: body.event_id,
        lines: itemsFrom(body.items),
        name: body.name,
        email: body.email ?? null,
        phone: body.phone ?? null,
        note: body.note ?? null,
        keptUntil: schemas.untilFrom(body, timeZone) ?? null,
        successUrl: `${publicUrl()}/find`,
        now,
      });
      reply.code(201);
      return { data: schemas.reservationJson(await getReservation(db, organizationId, id, now)) };
    },
  );

  app.get(
    '/reservations',
    {
      config: { access: 'box_office', refusals: [eventRefusals.event_not_found] },
      schema: {
        operationId: 'listReservations',
        summary: 'List places that are or were kept for a name, newest first',
        description: 'A reservation has ended as soon as its time is over.',
        tags: ['Reservations'],
        querystring: schemas.ReservationsQuery,
        response: { 200: Data(schemas.ReservationListJson) },
      },
    },
    async ({ organizationId, query }) => {
      const { event_id: eventId, state, q: search } = query;
      if (eventId !== undefined) await requireEvent(db, organizationId, eventId);
      const [page, now] = [pageFrom(query), clock.now()];
      const found = await listReservations(db, organizationId, { eventId, state, search, page, now });
      const { reservations, total } = found;
      return { data: { reservations: reservations.map(schemas.reservationJson), meta: pageMeta(page, total) } };
    },
  );

  app.put(
    '/reservations/:id',
    {
      config: {
        access: 'box_office',
        refusals: [
          reservationRefusals.reservation_not_found,
          reservationRefusals.reservation_not_kept,
          reservationRefusals.until_after_event,
          fieldRefusals.time_not_in_future,
        ],
      },
      schema: {
        operationId: 'updateReservation',
        summary: 'Change for whom places are kept, and until when',
        description: 'Only while they are kept. A time that is over cannot be made longer.',
        tags: ['Reservations'],
        params: IdParams,
        body: schemas.ReservationChanges,
        response: { 200: Data(schemas.ReservationJson) },
      },
    },
    async ({ organizationId, caller: actor, timeZone, params, body }) => {
      const fields = schemas.fieldsFrom(body, timeZone);
      const update = { organizationId, actor, reservationId: params.id, fields, now: clock.now() };
      return { data: schemas.reservationJson(await updateReservation(db, update)) };
    },
  );

  app.post(
    '/reservations/:id/pick-up',
    {
      config: {
        access: 'box_office',
        refusals: [
          reservationRefusals.reservation_not_found,
          reservationRefusals.reservation_not_kept,
          reservationRefusals.buyer_email_required,
          reservationRefusals.fewer_places_kept,
          reservationRefusals.seat_not_kept,
          saleRefusals.sale_total_changed,
          holdRefusals.event_not_on_sale,
          holdRefusals.same_item_twice,
          holdRefusals.seat_named_twice,
          holdRefusals.wrong_number_of_seats,
          holdRefusals.too_many_attendees,
          ...Object.values(answerRefusals),
        ],
      },
      schema: {
        operationId: 'pickUpReservation',
        summary: 'Sell kept places to the person who picks them up, or give them away',
        description:
          'The order takes exactly the places that were kept, in one step: no other buyer gets them in between. They cost ' +
          'what they cost on the day on which they were kept. Of some `items` the others stay kept. Two pick-ups of the ' +
          'same places make one order; of a pick-up and a letting go, or the end of its time, the first wins.',
        tags: ['Reservations'],
        params: IdParams,
        body: schemas.PickUpBody,
        response: { 201: Data(OrderWithTicketsJson) },
      },
    },
    async ({ organizationId, caller, params, body }, reply) => {
      const { name, email, phone } = body.customer ?? {};
      const orderId = await pickUp(db, {
        organizationId,
        actor: caller,
        reservationId: params.id,
        lines: body.items ? itemsFrom(body.items) : null,
        customer: { name: name ?? undefined, email: email ?? undefined, phone: phone ?? undefined },
        ...saleFrom(body),
        now: clock.now(),
      });
      reply.code(201);
      return { data: await orderWithTickets(caller, organizationId, orderId) };
    },
  );

  app.post(
    '/reservations/:id/let-go',
    {
      config: {
        access: 'box_office',
        refusals: [reservationRefusals.reservation_not_found, reservationRefusals.reservation_not_kept],
      },
      schema: {
        operationId: 'letGoReservation',
        summary: 'Free the places that a reservation still keeps',
        description:
          'They are free at once: first for the waiting list, then for everyone. If all were picked up, the answer is 409; ' +
          'what was let go or has ended stays as it is.',
        tags: ['Reservations'],
        params: IdParams,
        response: { 200: Data(schemas.ReservationJson) },
      },
    },
    async ({ organizationId, caller: actor, params }) => {
      const request = { organizationId, actor, reservationId: params.id, now: clock.now() };
      return { data: schemas.reservationJson(await letGo(db, request)) };
    },
  );
};
