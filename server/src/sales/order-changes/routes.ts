import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { holdRefusals } from '../../checkouts/refusals.ts';
import { eventRefusals } from '../../events/refusals.ts';
import { OrderChangeJson, orderChangeJson } from '../../orders/change-schemas.ts';
import { orderRefusals } from '../../orders/refusals.ts';
import type { Database } from '../../platform/database/database.ts';
import { requireAccess } from '../../platform/http/callers/access.ts';
import { Data } from '../../platform/http/contract/envelope.ts';
import { IdParams } from '../../platform/http/contract/fields.ts';
import { seatingRefusals } from '../../seating/refusals.ts';
import type { Clock } from '../../values/clock.ts';
import { centavosFromPesos } from '../../values/money.ts';
import { saleRefusals } from '../refusals.ts';
import { changeOrder } from './change-order.ts';
import { changeRefusals } from './change-refusals.ts';
import { NewOrderChange, wantedPlace } from './schemas.ts';

export const orderChangeRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (
  app,
  { db, clock },
) => {
  app.post(
    '/orders/:id/changes',
    {
      config: {
        access: ['box_office', 'manage'],
        refusals: [
          orderRefusals.order_not_found,
          saleRefusals.ticket_not_in_order,
          eventRefusals.tier_not_found,
          holdRefusals.tier_not_on_sale,
          holdRefusals.tier_not_of_seat,
          holdRefusals.seat_named_twice,
          holdRefusals.sold_out,
          holdRefusals.not_enough_left,
          seatingRefusals.seats_taken,
          ...Object.values(changeRefusals),
        ],
      },
      schema: {
        operationId: 'changeOrder',
        summary: 'Move tickets of an order to other tiers or seats',
        description:
          'All tickets move or none. Their numbers and codes stay, and the buyer gets them again by e-mail. Another tier ' +
          'costs what it costs today, less the discount it was bought with. You take the difference at the window, or ' +
          'give it back. Places are taken like those of any buyer; the times of the online sale do not count. Of ' +
          'concurrent changes to one place one succeeds; of a check-in or refund of a ticket and its change, the first ' +
          'wins. With `preview` the answer is 200.',
        tags: ['Orders'],
        params: IdParams,
        body: NewOrderChange,
        response: { 200: Data(OrderChangeJson), 201: Data(OrderChangeJson) },
      },
    },
    async (request, reply) => {
      const { organizationId, caller: actor, params, body } = request;
      const isPreview = body.preview === true;
      const change = await changeOrder(db, {
        organizationId,
        actor,
        orderId: params.id,
        wanted: body.tickets.map(wantedPlace),
        paymentMethod: body.payment_method ?? null,
        givesBackByHand: body.give_back === 'by_hand',
        agreedCentavos: typeof body.difference === 'number' ? centavosFromPesos(body.difference) : null,
        isPreview,
        // A cheaper tier must not be a way around the access that a refund takes.
        requireRefundAccess: () => requireAccess('manage')(request),
        now: clock.now(),
      });
      reply.code(isPreview ? 200 : 201);
      return { data: orderChangeJson(change) };
    },
  );
};
