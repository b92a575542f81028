import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Checkout, checkoutCode, parseCheckoutCode } from '../../checkouts/checkout.ts';
import { getCheckout } from '../../checkouts/queries.ts';
import type { Database } from '../../platform/database/database.ts';
import { readTokenCookie } from '../../platform/http/cookies.ts';
import { html } from '../../platform/http/pages/html.ts';
import { organizerContact } from '../../platform/http/pages/organizer-contact.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { dateAndTime } from '../../platform/http/pages/times.ts';
import { findPurchase } from '../../tickets/order-ticket-queries.ts';
import type { Done } from '../../tickets/pages/done.ts';
import { orderUrl } from '../../tickets/ticket-credentials.ts';
import { shopPath } from '../../values/slug.ts';
import { tokenHash } from '../../values/token.ts';
import { findForm } from '../form-queries.ts';
import { shopRefusals } from '../refusals.ts';
import { buyerCookie } from './buyer-cookie.ts';
import { type EventRoute, getShopEvent, type ShopParts } from './shop-pages.ts';
import { shopTexts } from './texts.ts';

/**
 * Where the hosted checkout page sends buyers of the shop. The browser that ordered goes on to the page of the order
 * with its tickets. Any other one, which knows no more than the checkout's id, is told where the tickets are sent. A
 * checkout that was not completed has its own page, which says how it stands.
 * @throws Refusal 404 without the id of a checkout
 */
export async function showThanks(parts: ShopParts, request: FastifyRequest<EventRoute>, reply: FastifyReply) {
  const { db, config, publicUrl } = parts;
  const { checkout_id: code } = request.query as { checkout_id?: unknown };
  const named = typeof code === 'string' ? parseCheckoutCode(code) : undefined;
  if (!named) throw shopRefusals.shop_page_not_found();
  const { organizationId: seller, id: checkoutId } = named;
  const purchase = await findPurchase(db, seller, checkoutId);
  if (!purchase) return reply.redirect(`/c/${checkoutCode(named)}`, 303);
  if (await hasOrdered(db, request, named)) {
    const bought: Done = 'bought';
    const order = await orderUrl(db, config.secretsKeys, { organizationId: seller, ...purchase }, publicUrl());
    return reply.redirect(`${order}?done=${bought}`, 303);
  }
  request.storedLanguage = (await getCheckout(db, seller, checkoutId)).language;
  const event = await getShopEvent(parts, request);
  const language = languageOf(request);
  const { thanks, allEvents } = shopTexts[language];
  const { organizer, organizationSlug, organizationId } = event;
  return sendPage(reply, {
    language,
    title: `${thanks.heading}: ${event.title}`,
    brand: organizer,
    sites: organizer.embedSites,
    isSandbox: await parts.providers.takesNoMoney(organizationId),
    body: html`<h1>${thanks.heading}</h1>
<p>${event.title}</p>
<p>${dateAndTime(language, event.timeZone, event.startDatetime)}</p>
<p>${thanks.mailed}</p>
${organizerContact(organizer, language)}
<p class="center"><a class="alone" href="${shopPath(organizationSlug)}">${allEvents(organizer.name)}</a></p>`,
  });
}

/** Whether this browser sent the shop's form that became the checkout. */
async function hasOrdered(db: Database, request: FastifyRequest, checkout: Pick<Checkout, 'organizationId' | 'id'>) {
  const token = readTokenCookie(request, buyerCookie(checkoutCode(checkout)));
  const form = token && (await findForm(db, checkout.organizationId, tokenHash(token)));
  return form && form.checkoutId === checkout.id;
}
