import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PaymentProviders } from '../../payments/providers.ts';
import { type Page, sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import type { PrintedOrder } from '../documents/printed-order.ts';

type PageOfOrder = Omit<Page, 'language' | 'brand' | 'isSandbox'>;

/**
 * Sends pages of an order that a link opened: in the reader's language, or else the order's, and in the organizer's
 * brand.
 */
export const linkedPageSender =
  (providers: PaymentProviders) =>
  async (request: FastifyRequest, reply: FastifyReply, order: PrintedOrder, page: PageOfOrder) => {
    const isSandbox = await providers.takesNoMoney(order.organizationId);
    const language = languageOf(request);
    return sendPage(reply, { language, isSandbox, brand: order.event.organizer, ...page });
  };
