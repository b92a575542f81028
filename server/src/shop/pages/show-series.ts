import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../platform/http/pages/html.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { seriesPath, slugTyped } from '../../values/slug.ts';
import { readSeries } from '../read-series.ts';
import { shopRefusals } from '../refusals.ts';
import type { ShopSeries } from '../shop-event.ts';
import { attributionOf } from './attribution-fields.ts';
import { seriesPage } from './series-page.ts';
import { beginningOf, imageOfEvent, seriesData, shareHead } from './share-head.ts';
import type { ShopParts } from './shop-pages.ts';
import { shopTexts } from './texts.ts';

export interface SeriesRoute {
  Params: { organization: string; series: string };
}

/** @throws Refusal 404 for an unknown one, or one whose dates are all drafts or hidden */
export async function getShopSeries({ db, clock }: ShopParts, { params }: FastifyRequest<SeriesRoute>) {
  const series = await readSeries(db, slugTyped(params.organization), slugTyped(params.series), clock.now());
  if (!series) throw shopRefusals.shop_page_not_found();
  return series;
}

export const pathOfSeries = ({ organizationSlug, slug }: ShopSeries): string => seriesPath(organizationSlug, slug);

export async function sendSeriesPage(parts: ShopParts, reply: FastifyReply, series: ShopSeries, now: Date) {
  const { providers, publicUrl } = parts;
  const { organizer, organizationSlug, dates } = series;
  const language = languageOf(reply.request);
  const url = publicUrl() + pathOfSeries(series);
  const [next] = dates;
  const image = next ? imageOfEvent(next, { organizationSlug, publicUrl: publicUrl(), language }) : null;
  const shared = {
    title: series.name,
    about: beginningOf(next?.description ?? '') || shopTexts[language].shopAbout(organizer.name),
    url,
    image,
    organizer: organizer.name,
    language,
  };
  return sendPage(reply, {
    ...seriesPage(series, { language, attribution: attributionOf(reply.request), now }),
    language,
    brand: organizer,
    sites: organizer.embedSites,
    isSandbox: await providers.takesNoMoney(series.organizationId),
    isIndexed: !organizer.isTest,
    isKept: true,
    head: html`${shareHead(shared)}${seriesData(series, { url, imageUrl: image?.url ?? null, publicUrl: publicUrl() })}`,
  });
}
