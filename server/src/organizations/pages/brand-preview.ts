import type { FastifyReply } from 'fastify';
import type { LetterContext } from '../../letters/letter.ts';
import { ticketsLetter } from '../../letters/tickets-letter.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { attributionOf } from '../../shop/pages/attribution-fields.ts';
import { emptyValues } from '../../shop/pages/form-values.ts';
import { shopPage } from '../../shop/pages/shop-page.ts';
import { type ShopParts, sendEventPage } from '../../shop/pages/shop-pages.ts';
import { readShop, readShopEvent } from '../../shop/read-shop.ts';
import { shopRefusals } from '../../shop/refusals.ts';
import type { Shop } from '../../shop/shop-event.ts';
import { ticketPage } from '../../tickets/pages/ticket-page.ts';
import { sampleOrder } from './sample-order.ts';

export const PREVIEWS = ['shop', 'mail', 'ticket'] as const;
export type Preview = (typeof PREVIEWS)[number];

interface Asked {
  organizationSlug: string;
  preview: Preview;
  /** Not saved yet. */
  color: string | null;
}

/** Only the dashboard, which is the same site, may show a preview in a frame. */
const SITES = ["'self'"];

/**
 * Sends what buyers would see with this colour: the real page of the shop, and an e-mail and a ticket of a sample
 * order.
 */
export async function sendBrandPreview(
  parts: ShopParts & LetterContext,
  reply: FastifyReply,
  { organizationSlug, preview, color }: Asked,
) {
  const language = languageOf(reply.request);
  const now = parts.clock.now();
  const shop = await readShop(parts.db, organizationSlug, { page: 1, now });
  if (!shop) throw shopRefusals.shop_page_not_found();
  const organizer = { ...shop.organizer, color, embedSites: SITES };
  if (preview === 'shop') return sendShop(parts, reply, { ...shop, organizer });
  const { organizationId, timeZone } = shop;
  const order = sampleOrder(organizer, { organizationId, timeZone, language, now });
  if (preview === 'mail')
    return reply
      .headers(MAIL_HEADERS)
      .type('text/html; charset=utf-8')
      .send(await mailOf(parts, order));
  const [ticket] = order.tickets;
  if (!ticket) throw shopRefusals.shop_page_not_found();
  return sendPage(reply, {
    ...ticketPage({ order, ticket, path: '', language, wallets: { apple: false, google: false } }),
    language,
    brand: organizer,
    sites: SITES,
  });
}

/** The page of the next event, where most of the colour is; the list of the shop while there is none. */
async function sendShop(parts: ShopParts, reply: FastifyReply, shop: Shop) {
  const language = languageOf(reply.request);
  const now = parts.clock.now();
  const { organizer, organizationSlug, coming } = shop;
  const next = coming.find(({ status }) => status === 'active') ?? coming[0];
  const event = next && (await readShopEvent(parts.db, { slugs: [organizationSlug, next.slug], now }));
  if (event) return sendEventPage(parts, reply, { ...event, organizer }, { values: emptyValues(event, {}, now), now });
  return sendPage(reply, {
    ...shopPage(shop, { language, attribution: attributionOf(reply.request) }),
    language,
    brand: organizer,
    sites: SITES,
  });
}

/** A mail has its styles on its elements, which its policy as a document must allow. */
const MAIL_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:; frame-ancestors 'self'; sandbox",
  'referrer-policy': 'no-referrer',
};

/** As a mail program shows it: pictures that are attached are in the place of their ids. */
async function mailOf(context: LetterContext, order: ReturnType<typeof sampleOrder>): Promise<string> {
  const { organizationId, customer } = order;
  const letter = await ticketsLetter(
    context,
    {
      organizationId,
      id: organizationId,
      kind: 'tickets',
      recipient: customer.email,
      details: {},
      orderId: organizationId,
      ticketId: null,
      checkoutId: null,
      messageId: null,
      createdAt: context.clock.now(),
    },
    order,
  );
  const { html = '', attachments = [] } = letter ?? {};
  return attachments.reduce(
    (text, { cid, contentType, content }) =>
      cid === undefined
        ? text
        : text.replaceAll(`cid:${cid}`, `data:${contentType};base64,${Buffer.from(content).toString('base64')}`),
    html,
  );
}
