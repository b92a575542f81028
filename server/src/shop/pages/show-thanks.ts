import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkoutCode, parseCheckoutCode } from '../../checkouts/checkout.ts';
import { readTokenCookie } from '../../platform/http/callers/token-cookie.ts';
import { html } from '../../platform/http/pages/html.ts';
import { organizerContact } from '../../platform/http/pages/organizer-contact.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { findPurchase } from '../../tickets/order-ticket-queries.ts';
import { orderUrl } from '../../tickets/ticket-credentials.ts';
import { shopPath } from '../../values/slug.ts';
import { tokenHash } from '../../values/token.ts';
import { findForm } from '../form-queries.ts';
import { buyerCookie } from './buyer-cookie.ts';
import { type EventRoute, getShopEvent, pathOf, type ShopParts } from './shop-pages.ts';
import { shopTexts } from './texts.ts';

/**
 * Where the hosted checkout page sends buyers of the shop. The browser that ordered goes on to the page of the order with
 * its tickets. Any other one, which knows no more than the checkout's id, is told where the tickets are sent.
 */
export async function showThanks(parts: ShopParts, request: FastifyRequest<EventRoute>, reply: FastifyReply) {
  const url = await findTickets(parts, request);
  if (url) return reply.redirect(url, 303);
  const event = await getShopEvent(parts, request);
  const language = languageOf(request);
  const { thanks, allEvents } = shopTexts[language];
  const { organizer, organizationSlug, organizationId } = event;
  return sendPage(reply, {
    language,
    title: `${thanks.heading}: ${event.title}`,
    path: `${pathOf(event)}/thanks`,
    brand: organizer,
    sites: organizer.embedSites,
    isSandbox: await parts.providers.isSandbox(organizationId),
    body: html`<h1>${thanks.heading}</h1>
<p>${event.title}</p>
<p>${thanks.mailed}</p>
${organizerContact(organizer, language)}
<p class="center"><a class="alone" href="${shopPath(organizationSlug)}">${allEvents(organizer.name)}</a></p>`,
  });
}

async function findTickets({ db, config, publicUrl }: ShopParts, request: FastifyRequest) {
  const { checkout_id: code } = request.query as { checkout_id?: unknown };
  const named = typeof code === 'string' ? parseCheckoutCode(code) : undefined;
  const token = named && readTokenCookie(request, buyerCookie(checkoutCode(named)));
  if (!token) return undefined;
  const { organizationId, id: checkoutId } = named;
  const form = await findForm(db, organizationId, tokenHash(token));
  const purchase = form?.checkoutId === checkoutId ? await findPurchase(db, organizationId, checkoutId) : undefined;
  return purchase && orderUrl(db, config.secretsKeys, { organizationId, ...purchase }, publicUrl());
}
