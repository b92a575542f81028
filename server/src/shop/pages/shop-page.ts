import type { Attribution } from '../../checkouts/checkout.ts';
import { findTicketsLink } from '../../platform/http/pages/find-tickets-link.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { organizerContact } from '../../platform/http/pages/organizer-contact.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import { pictureTag } from '../../platform/http/pages/picture-tag.ts';
import { dateAndTime } from '../../platform/http/pages/times.ts';
import type { Language } from '../../values/language.ts';
import { formatPesos } from '../../values/money.ts';
import { seriesPath, shopPath } from '../../values/slug.ts';
import type { Shop, ShopListing } from '../shop-event.ts';
import { linkWith } from './attribution-fields.ts';
import { shopTexts } from './texts.ts';

interface ShopView {
  language: Language;
  attribution: Attribution;
}

/** A page of what is on sale; on the first one what was, too; and whom to ask. */
export function shopPage(shop: Shop, view: ShopView): PageOfState {
  const { language } = view;
  const texts = shopTexts[language];
  const { organizer, coming, past } = shop;
  const body = html`
<h1>${texts.shopAbout(organizer.name)}</h1>
<section aria-labelledby="coming"><h2 id="coming">${texts.coming}</h2>
${coming.length > 0 ? listOf(shop, coming, view) : html`<p>${texts.nothingComing}</p>`}
</section>
${pageLinks(shop, view)}
${
  past.length > 0 &&
  html`<section aria-labelledby="past"><h2 id="past">${texts.past}</h2>
${listOf(shop, past, view)}
</section>`
}
${organizerContact(organizer, language)}
${findTicketsLink(language, shop.organizationId)}`;
  return { title: texts.shopTitle(organizer.name), body };
}

function pageLinks({ organizationSlug, page, hasMore }: Shop, { language, attribution }: ShopView): Html | false {
  const { pages, eventsBefore, moreEvents } = shopTexts[language];
  const linkTo = (number: number, text: string) =>
    html`<a class="alone" href="${linkWith(attribution, shopPath(organizationSlug), number > 1 ? { page: `${number}` } : {})}">${text}</a>`;
  return (
    (page > 1 || hasMore) &&
    html`<nav class="center" aria-label="${pages}">${page > 1 && linkTo(page - 1, eventsBefore)} ${hasMore && linkTo(page + 1, moreEvents)}</nav>`
  );
}

/** Pictures further down are loaded when they come near. */
const EAGER_PICTURES = 2;
/** Width of a picture in the list, on the sharpest screen: 5.5rem with five pixels for one. */
const LISTED_WIDTH = 480;

const listOf = (shop: Shop, events: ShopListing[], view: ShopView) =>
  html`<ul class="list">${events.map((event, place) => entry(shop, event, { ...view, place }))}</ul>`;

function entry(
  { organizationSlug, timeZone }: Shop,
  event: ShopListing,
  { language, attribution, place }: ShopView & { place: number },
) {
  const { coverImageUrl, startDatetime, status, dates } = event;
  const texts = shopTexts[language];
  const { isSeries, title, path } = addressOf(event, organizationSlug);
  const where = [event.venueName, event.city].filter(Boolean).join(', ');
  const price = status !== 'completed' && priceOf(event, language);
  const next = dateAndTime(language, timeZone, startDatetime);
  return html`
<li class="card${coverImageUrl && new Html(' listed')}"><div>
<h3><a href="${linkWith(attribution, path)}">${title}</a></h3>
<p>${isSeries ? texts.series.next(dates, next) : next}</p>
${where && html`<p>${where}</p>`}
${price && html`<p class="quiet">${price}</p>`}</div>${coverImageUrl && pictureTag(coverImageUrl, { sizes: '5.5rem', maxWidth: LISTED_WIDTH, isLazy: place >= EAGER_PICTURES })}</li>`;
}

/** A series with one date left is that date. */
const addressOf = ({ slug, title, seriesName, seriesSlug, dates }: ShopListing, organizationSlug: string) =>
  seriesName !== null && seriesSlug !== null && dates > 1
    ? { isSeries: true, title: seriesName, path: seriesPath(organizationSlug, seriesSlug) }
    : { isSeries: false, title, path: shopPath(organizationSlug, slug) };

function priceOf({ status, fromCentavos, hasPrices }: ShopListing, language: Language): string | undefined {
  const texts = shopTexts[language];
  if (status === 'sold_out') return texts.soldOutBadge;
  if (fromCentavos === null) return undefined;
  const price = fromCentavos === 0 ? texts.free : formatPesos(language, fromCentavos);
  return hasPrices ? texts.from(price) : price;
}
