import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { NO_ATTRIBUTION } from '../checkouts/checkout.ts';
import { BOX_OFFICE_REFUSALS } from '../checkouts/refusals.ts';
import { CustomerChanges } from '../checkouts/request-schemas.ts';
import { itemsFrom } from '../checkouts/sent-lines.ts';
import type { Config } from '../config/config.ts';
import { getEventIdOfTier } from '../events/queries.ts';
import { eventRefusals } from '../events/refusals.ts';
import { requireEvent } from '../events/require-event.ts';
import { mailDirectory } from '../mail/sending/mail-files.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { CsvResponse, inBatches, sendCsv } from '../platform/http/contract/csv.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams, idsFrom } from '../platform/http/contract/fields.ts';
import { pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { timeRangeFrom } from '../platform/http/contract/time-range.ts';
import { sent } from '../platform/http/contract/wire.ts';
import { answerRefusals } from '../questions/refusals.ts';
import { createManualOrder } from '../sales/create-manual-order.ts';
import { changeCustomer } from '../sales/customers/change-customer.ts';
import { orderReader } from '../sales/read-order.ts';
import { refundOrder } from '../sales/refund-order.ts';
import { saleRefusals } from '../sales/refusals.ts';
import { parseSearch } from '../tickets/parse-search.ts';
import { orderIsFound } from '../tickets/search-queries.ts';
import type { Clock } from '../values/clock.ts';
import type { Uuid } from '../values/uuid.ts';
import { areOrders, type OrderFilter } from './filter-queries.ts';
import type { Order } from './order.ts';
import { ORDER_COLUMNS, orderCells } from './order-cells.ts';
import { listOrders, listOrdersAfter, searchOrders } from './queries.ts';
import { FILTER_REFUSALS, orderRefusals } from './refusals.ts';
import { saleFrom } from './sale-schemas.ts';
import * as schemas from './schemas.ts';

interface OrderRoutesOptions {
  config: Config;
  db: Database;
  reads: Queryable;
  clock: Clock;
  publicUrl: () => string;
}

const SALE_AT_THE_WINDOW = { isItemized: true, attribution: NO_ATTRIBUTION };

export const orderRoutes: FastifyPluginAsyncTypebox<OrderRoutesOptions> = async (app, options) => {
  const { db, reads, clock, publicUrl } = options;

  const orderWithTickets = orderReader(options);
  const mails = mailDirectory(options.config.dataDir);

  /** @throws Refusal 404 for an unknown event or tier; 400 for a range that ends before it starts */
  async function filterFrom(
    organizationId: Uuid,
    query: Static<typeof schemas.OrdersCsvQuery>,
    timeZone: string,
  ): Promise<OrderFilter> {
    const { event_id: eventId, tier_id: tierId, refund_failed: refundFailed, status, source, ref } = query;
    const range = timeRangeFrom(query, timeZone);
    if (eventId !== undefined) await requireEvent(reads, organizationId, eventId);
    const eventOfTier = tierId === undefined ? undefined : await getEventIdOfTier(reads, organizationId, tierId);
    const tier = tierId !== undefined && eventOfTier !== undefined ? { id: tierId, eventId: eventOfTier } : undefined;
    return { eventId, tier, status, source, ref, hasFailedRefund: refundFailed || undefined, ...range };
  }

  app.get(
    '/orders',
    {
      config: { access: 'read', refusals: FILTER_REFUSALS },
      schema: {
        operationId: 'listOrders',
        summary: 'List paid orders, newest first',
        description: 'Orders of all events, unless `event_id` is sent. An order exists from the moment it is paid.',
        tags: ['Orders'],
        querystring: schemas.OrdersQuery,
        response: { 200: Data(schemas.OrderListJson) },
      },
    },
    async ({ organizationId, timeZone, query }) => {
      const filter = await filterFrom(organizationId, query, timeZone);
      const page = pageFrom(query);
      const search = query.q === undefined ? null : await parseSearch(reads, organizationId, query.q);
      const { orders, total } = search
        ? await searchOrders(reads, organizationId, { ...filter, found: orderIsFound(organizationId, search), page })
        : await listOrders(reads, organizationId, { ...filter, page });
      return { data: { orders: orders.map(schemas.orderJson), meta: pageMeta(page, total) } };
    },
  );

  app.get(
    '/orders/:id',
    {
      config: { access: 'read', refusals: [orderRefusals.order_not_found] },
      schema: {
        operationId: 'getOrder',
        summary: 'Read one order with its tickets',
        description: 'Includes tickets, refunds, changes, and the text the buyer agreed to.',
        tags: ['Orders'],
        params: IdParams,
        response: { 200: Data(schemas.OrderWithTicketsJson) },
      },
    },
    async ({ organizationId, caller, params }) => ({
      data: await orderWithTickets(caller, organizationId, params.id),
    }),
  );

  app.post(
    '/orders',
    {
      config: {
        access: 'box_office',
        refusals: [
          eventRefusals.event_not_found,
          saleRefusals.sale_total_changed,
          ...BOX_OFFICE_REFUSALS,
          ...Object.values(answerRefusals),
        ],
      },
      schema: {
        operationId: 'createOrder',
        summary: 'Sell at the box office: paid in cash or elsewhere, or given away',
        description:
          'The order exists at once, with its tickets, and the buyer gets them by e-mail. Places are taken like those ' +
          'of any buyer: those owed to the waiting list are not sold. The times of the online ' +
          'sale and `max_per_buyer` do not count, and required questions may stay open. A refund of CASH or EXTERNAL is noted: you give the money back.',
        tags: ['Orders'],
        body: schemas.NewOrder,
        response: { 201: Data(schemas.OrderWithTicketsJson) },
      },
    },
    async ({ organizationId, caller, body }, reply) => {
      const { name = null, email, phone = null } = body.customer;
      const orderId = await createManualOrder(db, {
        organizationId,
        actor: caller,
        eventId: body.event_id,
        lines: itemsFrom(body.items),
        customer: { name, email, phone },
        ...saleFrom(body),
        ...SALE_AT_THE_WINDOW,
        successUrl: `${publicUrl()}/find`,
        now: clock.now(),
      });
      reply.code(201);
      return { data: await orderWithTickets(caller, organizationId, orderId) };
    },
  );

  app.put(
    '/orders/:id/customer',
    {
      config: { access: 'manage', refusals: [orderRefusals.order_not_found, orderRefusals.buyer_erased] },
      schema: {
        operationId: 'changeCustomer',
        summary: 'Correct the buyer of an order; another e-mail address gets new tickets',
        description:
          'With another address the tickets that were not passed on get new numbers, codes and links, which are ' +
          'e-mailed to it; what the former address has stops working at once.',
        tags: ['Orders'],
        params: IdParams,
        body: CustomerChanges,
        response: { 200: Data(schemas.OrderWithTicketsJson) },
      },
    },
    async ({ organizationId, caller: actor, params: { id: orderId }, body }) => {
      const fields = sent(CustomerChanges, body);
      const now = clock.now();
      await changeCustomer(db, { organizationId, actor, orderId, fields, mailDirectory: mails, now });
      return { data: await orderWithTickets(actor, organizationId, orderId) };
    },
  );

  app.post(
    '/orders/:id/refund',
    {
      config: {
        access: 'manage',
        bodyOptional: true,
        refusals: [
          orderRefusals.order_not_found,
          saleRefusals.ticket_not_in_order,
          saleRefusals.ticket_not_refundable,
          saleRefusals.nothing_to_refund,
          saleRefusals.refund_amount_changed,
        ],
      },
      schema: {
        operationId: 'refundOrder',
        summary: 'Refund a whole order, or the tickets named',
        description:
          'All of the tickets are refunded or none. Places are free at once; the money follows in the background. ' +
          'Of two concurrent refunds of a ticket one succeeds.',
        tags: ['Orders'],
        params: IdParams,
        body: schemas.RefundBody,
        response: { 200: Data(schemas.OrderJson) },
      },
    },
    async ({ organizationId, caller: actor, params, body }) => {
      const request = {
        organizationId,
        actor,
        orderId: params.id,
        ticketIds: body.ticket_ids ?? null,
        agreedCentavos: schemas.agreedFrom(body),
        now: clock.now(),
      };
      return { data: schemas.orderJson(await refundOrder(db, request)) };
    },
  );

  app.get(
    '/orders.csv',
    {
      config: {
        access: 'read',
        notShared: true,
        refusals: [...FILTER_REFUSALS, orderRefusals.order_not_found],
      },
      schema: {
        operationId: 'exportOrders',
        summary: 'Export orders',
        description:
          'The answer is streamed, newest first. A cell that a spreadsheet would run as a formula starts with an ' +
          'apostrophe.',
        tags: ['Orders'],
        querystring: schemas.OrdersCsvQuery,
        response: { 200: CsvResponse },
      },
    },
    async ({ organizationId, timeZone, query }, reply) => {
      const filter = await filterFrom(organizationId, query, timeZone);
      const ids = idsFrom(query.ids);
      if (ids && !(await areOrders(reads, organizationId, ids))) throw orderRefusals.order_not_found();
      const readAfter = (after: Order | null, limit: number) =>
        listOrdersAfter(reads, organizationId, { ...filter, ids, after, limit });
      return sendCsv(reply, 'orders.csv', ORDER_COLUMNS, inBatches(readAfter, orderCells));
    },
  );
};
