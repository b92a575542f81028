import type { Attribution } from '../../checkouts/checkout.ts';
import { findTicketsLink } from '../../platform/http/pages/find-tickets-link.ts';
import { type Html, html } from '../../platform/http/pages/html.ts';
import { organizerContact } from '../../platform/http/pages/organizer-contact.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import { coverTag } from '../../platform/http/pages/picture-tag.ts';
import { dayAndTime } from '../../platform/http/pages/times.ts';
import type { Language } from '../../values/language.ts';
import { monthIn } from '../../values/local-time.ts';
import { formatPesos } from '../../values/money.ts';
import { shopPath } from '../../values/slug.ts';
import { sumOf } from '../../values/sum-of.ts';
import { offerState, saleState } from '../offer.ts';
import type { ShopDate, ShopSeries } from '../shop-event.ts';
import { FEW_LEFT } from '../shop-limits.ts';
import { linkWith } from './attribution-fields.ts';
import { aboutSection, placeFact } from './event-facts.ts';
import { shopTexts } from './texts.ts';

interface SeriesView {
  language: Language;
  attribution: Attribution;
  now: Date;
}

/** What the show is, and its dates by month, each with what is left. */
export function seriesPage(series: ShopSeries, view: SeriesView): PageOfState {
  const { language, attribution } = view;
  const texts = shopTexts[language];
  const { organizer, organizationSlug, name, dates, timeZone } = series;
  const [next] = dates;
  const months = Map.groupBy(dates, ({ startDatetime }) => monthIn(language, timeZone, startDatetime));
  const body = html`
${next?.coverImageUrl && coverTag(next.coverImageUrl)}
<h1>${name}</h1>
${next && placeFact(next, language)}
<section aria-labelledby="dates"><h2 id="dates">${texts.series.choose}</h2>
${next ? [...months].map(([month, ofMonth]) => monthOf(series, month, ofMonth, view)) : html`<p>${texts.nothingComing}</p>`}
</section>
${next && aboutSection(next.descriptionHtml, language)}
${organizerContact(organizer, language)}
<p class="center"><a class="alone" href="${linkWith(attribution, shopPath(organizationSlug))}">${texts.allEvents(organizer.name)}</a></p>
${findTicketsLink(language, series.organizationId)}`;
  return { title: `${name}: ${organizer.name}`, body };
}

const monthOf = (series: ShopSeries, month: string, dates: ShopDate[], view: SeriesView): Html =>
  html`<h3>${month}</h3>
<ul class="dates">${dates.map((date) => entry(series, date, view))}</ul>
`;

function entry({ organizationSlug, timeZone }: ShopSeries, date: ShopDate, view: SeriesView): Html {
  const { language, attribution } = view;
  const path = linkWith(attribution, shopPath(organizationSlug, date.slug));
  return html`
<li><a href="${path}">${dayAndTime(language, timeZone, date.startDatetime)}</a> <span class="quiet">${saleOf(date, view)}</span></li>`;
}

/** The price, and how many are left when they are few; or why there is nothing to buy. */
function saleOf(date: ShopDate, { language, now }: SeriesView): string {
  const texts = shopTexts[language];
  // Add-ons are left out, because an add-on alone does not admit its holder.
  const admissions = date.offers.filter(({ admission }) => admission);
  const state = saleState({ ...date, offers: admissions }, now);
  if (state !== 'on_sale') return texts.states[state]?.[0] ?? '';
  const offers = admissions.filter((offer) => offerState(offer, now) === 'on_sale');
  const prices = offers.map((offer) => offer.minimumPriceCentavos ?? offer.priceCentavos);
  const least = Math.min(...prices);
  const price = least === 0 ? texts.free : formatPesos(language, least);
  const hasPrices = offers.some((offer) => offer.minimumPriceCentavos !== null) || prices.some((each) => each > least);
  const shown = hasPrices ? texts.from(price) : price;
  const free = Math.min(
    date.free,
    sumOf(offers, (offer) => offer.free),
  );
  return free <= FEW_LEFT ? `${shown} · ${texts.left(free)}` : shown;
}
