import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { queryOf, repeated, withQuery } from '../../platform/http/pages/address-query.ts';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { textsOf } from '../../platform/http/pages/form-texts.ts';
import { html } from '../../platform/http/pages/html.ts';
import { leadBack, moved } from '../../platform/http/pages/moved.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { readForms } from '../../platform/http/pages/read-forms.ts';
import { shopPath } from '../../values/slug.ts';
import { MOST_PAGES } from '../shop-limits.ts';
import { attributionOf } from './attribution-fields.ts';
import { CODE_FIELD, emptyValues } from './form-values.ts';
import { findHeldByLink } from './held-by-link.ts';
import { joinInShop } from './join-in-shop.ts';
import { QR_FORMATS, sendLinkQr } from './link-qr.ts';
import { getOpenedEvent } from './opened-event.ts';
import { orderInShop, showFilled } from './order-in-shop.ts';
import { SHARE_PICTURE, sendSharePicture } from './send-share-picture.ts';
import { sharedImage, shareHead } from './share-head.ts';
import { shopPage } from './shop-page.ts';
import { type EventRoute, getShop, getShopEvent, pathOf, type ShopParts, sendEventPage } from './shop-pages.ts';
import { getShopSeries, pathOfSeries, type SeriesRoute, sendSeriesPage } from './show-series.ts';
import { showThanks } from './show-thanks.ts';
import { robots, SITEMAP_SECONDS, sitemap } from './sitemap.ts';
import { shopTexts } from './texts.ts';

const embedScript = readFileSync(new URL('embed.js', import.meta.url));
/** Websites load it with each of their pages; a corrected script reaches them within the hour. */
const EMBED_SECONDS = 3_600;

interface ShopRoute {
  Params: { organization: string };
}

/** The page of the list of events that the query asks for; 1 if it is not a valid number. */
function pageOf({ query }: FastifyRequest): number {
  const page = Number(textsOf(query)('page'));
  return Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1;
}

/** The query for the first page: language and attribution stay. */
function withoutPage(address: string): string {
  const query = new URLSearchParams(queryOf(address));
  query.delete('page');
  return repeated(query.toString());
}

/** The shops of all organizations: public pages, without a key and without JavaScript. */
export async function shopPages(app: FastifyInstance, parts: ShopParts) {
  const { db, clock, providers, publicUrl } = parts;
  await readForms(app);
  answerErrorsWithPages(app);

  app.get<ShopRoute>('/shop/:organization', async (request, reply) => {
    const shop = await getShop(parts, request.params.organization, pageOf(request));
    const { organizer, organizationSlug, organizationId, page, coming } = shop;
    const path = shopPath(organizationSlug);
    if (request.params.organization !== organizationSlug)
      return moved(reply, withQuery(path, repeated(queryOf(request.url))));
    // What was on this page moved to an earlier one, or is over.
    if (page > 1 && coming.length === 0) return reply.redirect(withQuery(path, withoutPage(request.url)), 303);
    const language = languageOf(request);
    const { shopTitle: title, shopAbout: about } = shopTexts[language];
    const shared = {
      url: publicUrl() + withQuery(path, page > 1 ? `page=${page}` : ''),
      image: organizer.logoUrl === null ? null : sharedImage(organizer.logoUrl, publicUrl()),
      organizer: organizer.name,
      language,
    };
    return sendPage(reply, {
      ...shopPage(shop, { language, attribution: attributionOf(request) }),
      language,
      brand: organizer,
      sites: organizer.embedSites,
      isSandbox: await providers.takesNoMoney(organizationId),
      isIndexed: !organizer.isTest,
      isKept: true,
      head: html`${shareHead({ ...shared, title: title(organizer.name), about: about(organizer.name) })}`,
    });
  });

  app.get<SeriesRoute>('/shop/:organization/s/:series', async (request, reply) => {
    const series = await getShopSeries(parts, request);
    const path = pathOfSeries(series);
    if (request.url.split('?', 1)[0] !== path) return moved(reply, withQuery(path, repeated(queryOf(request.url))));
    return sendSeriesPage(parts, reply, series, clock.now());
  });

  app.get<EventRoute>('/shop/:organization/:event', async (request, reply) => {
    const found = await getShopEvent(parts, request);
    const path = pathOf(found);
    if (request.url.split('?', 1)[0] !== path) return moved(reply, withQuery(path, repeated(queryOf(request.url))));
    const now = clock.now();
    const held = await findHeldByLink(parts, request, found);
    const opening = {
      code: textsOf(request.query)(CODE_FIELD),
      language: languageOf(request),
      own: held?.checkout ?? null,
    };
    const { event, codeProblem } = await getOpenedEvent(parts, request, opening);
    const values = { ...emptyValues(event, request.query, now), ...(held && { token: held.token }) };
    return sendEventPage(parts, reply, event, { values, codeProblem, now });
  });

  app.post<EventRoute>('/shop/:organization/:event', (request, reply) => orderInShop(parts, request, reply));

  app.post<EventRoute>('/shop/:organization/:event/waiting-list', (request, reply) =>
    joinInShop(parts, request, reply),
  );

  /** Shows the form in another language by a POST, because a link would lose what was entered. */
  app.post<EventRoute>('/shop/:organization/:event/language', (request, reply) => showFilled(parts, request, reply));

  leadBack(app, '/shop/:organization/:event', ['language', 'waiting-list']);

  app.get<EventRoute>('/shop/:organization/:event/thanks', (request, reply) => showThanks(parts, request, reply));

  app.get<EventRoute>(`/shop/:organization/:event/${SHARE_PICTURE}`, async (request, reply) => {
    return sendSharePicture(db, reply, await getShopEvent(parts, request), languageOf(request));
  });

  for (const format of QR_FORMATS) {
    app.get<ShopRoute>(`/shop/:organization/qr.${format}`, async ({ params }, reply) => {
      const { organizationSlug } = await getShop(parts, params.organization);
      return sendLinkQr(db, reply, { format, url: publicUrl() + shopPath(organizationSlug), name: organizationSlug });
    });
    app.get<SeriesRoute>(`/shop/:organization/s/:series/qr.${format}`, async (request, reply) => {
      const series = await getShopSeries(parts, request);
      return sendLinkQr(db, reply, { format, url: publicUrl() + pathOfSeries(series), name: series.slug });
    });
    app.get<EventRoute>(`/shop/:organization/:event/qr.${format}`, async (request, reply) => {
      const event = await getShopEvent(parts, request);
      return sendLinkQr(db, reply, { format, url: publicUrl() + pathOf(event), name: event.slug });
    });
  }

  /** The script that other websites load: docs/embed.md. */
  app.get('/embed.js', async (_request, reply) =>
    reply
      .headers({ 'cache-control': `public, max-age=${EMBED_SECONDS}`, 'cross-origin-resource-policy': 'cross-origin' })
      .type('text/javascript; charset=utf-8')
      .send(embedScript),
  );

  app.get('/robots.txt', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${SITEMAP_SECONDS}`).type('text/plain; charset=utf-8');
    return robots(publicUrl());
  });

  app.get('/sitemap.xml', async (_request, reply) => {
    const text = await sitemap(db, publicUrl(), clock.now());
    reply.header('cache-control', `public, max-age=${SITEMAP_SECONDS}`).type('application/xml; charset=utf-8');
    return text;
  });
}
