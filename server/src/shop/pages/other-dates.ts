import type { Attribution } from '../../checkouts/checkout.ts';
import { type Html, html } from '../../platform/http/pages/html.ts';
import { dateAndTime } from '../../platform/http/pages/times.ts';
import type { Language } from '../../values/language.ts';
import { seriesPath, shopPath } from '../../values/slug.ts';
import type { ShopEvent } from '../shop-event.ts';
import { linkWith } from './attribution-fields.ts';
import { shopTexts } from './texts.ts';

/** The next dates of the series, and the way to all of them. */
export function otherDates(
  { organizationSlug, timeZone, series, otherDates: dates }: ShopEvent,
  { language, attribution }: { language: Language; attribution: Attribution },
): Html | false {
  if (!series || dates.length === 0) return false;
  const { soldOutBadge, series: texts } = shopTexts[language];
  return html`<section aria-labelledby="dates"><h2 id="dates">${texts.others}</h2>
<ul class="dates">${dates.map(
    ({ slug, status, startDatetime }) => html`
<li><a href="${linkWith(attribution, shopPath(organizationSlug, slug))}">${dateAndTime(language, timeZone, startDatetime)}</a>${status === 'sold_out' && html` <span class="quiet">${soldOutBadge}</span>`}</li>`,
  )}</ul>
<p><a class="alone" href="${linkWith(attribution, seriesPath(organizationSlug, series.slug))}">${texts.all}</a></p>
</section>`;
}
