import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { getOrder } from '../orders/queries.ts';
import { orderRefusals } from '../orders/refusals.ts';
import type { Database } from '../platform/database/database.ts';
import { Data } from '../platform/http/contract/envelope.ts';
import { IdParams } from '../platform/http/contract/fields.ts';
import { PageQuery, pageFrom, pageMeta } from '../platform/http/contract/pagination.ts';
import { ticketRefusals } from '../tickets/refusals.ts';
import { resendOrder, resendTicket } from '../tickets/resend-tickets.ts';
import type { Clock } from '../values/clock.ts';
import { listMails } from './queries.ts';
import { MailJson, MailListJson, mailJson } from './schemas.ts';

const tags = ['Mail'];

export const mailRoutes: FastifyPluginAsyncTypebox<{ db: Database; clock: Clock }> = async (app, { db, clock }) => {
  app.get(
    '/orders/:id/mails',
    {
      config: { access: 'read', refusals: [orderRefusals.order_not_found] },
      schema: {
        operationId: 'listMails',
        summary: 'List the mails about an order, newest first',
        description: 'Each entry shows whether the mail was sent, and why the last attempt failed.',
        tags,
        params: IdParams,
        querystring: Type.Object(PageQuery(20, 100)),
        response: { 200: Data(MailListJson) },
      },
    },
    async ({ organizationId, params, query }) => {
      // Answers 404 when the organization has no such order.
      await getOrder(db, organizationId, params.id);
      const page = pageFrom(query);
      const { mails, total } = await listMails(db, organizationId, params.id, page);
      return { data: { mails: mails.map(mailJson), meta: pageMeta(page, total) } };
    },
  );

  app.post(
    '/orders/:id/resend',
    {
      config: { access: 'hand_out', refusals: [orderRefusals.order_not_found, ticketRefusals.no_valid_ticket] },
      schema: {
        operationId: 'resendOrder',
        summary: 'Send the tickets of an order to its buyer again',
        description:
          'The codes stay the same. The answer is the mail, still pending. Without a ticket that can be scanned: 409.',
        tags,
        params: IdParams,
        response: { 200: Data(MailJson) },
      },
    },
    async ({ organizationId, caller: actor, params }) => ({
      data: mailJson(await resendOrder(db, { organizationId, actor, orderId: params.id, now: clock.now() })),
    }),
  );

  app.post(
    '/tickets/:id/resend',
    {
      config: { access: 'hand_out', refusals: [ticketRefusals.ticket_not_found, ticketRefusals.ticket_not_valid] },
      schema: {
        operationId: 'resendTicket',
        summary: 'Send one ticket again, with the same code',
        description:
          'The mail goes to the attendee, or to the buyer if no attendee has an address. The answer is the mail, ' +
          'still pending.',
        tags,
        params: IdParams,
        response: { 200: Data(MailJson) },
      },
    },
    async ({ organizationId, caller: actor, params }) => ({
      data: mailJson(await resendTicket(db, { organizationId, actor, ticketId: params.id, now: clock.now() })),
    }),
  );
};
