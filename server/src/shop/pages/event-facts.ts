import { Html, html } from '../../platform/http/pages/html.ts';
import { dateAndTime, timeOfDay } from '../../platform/http/pages/times.ts';
import type { Language } from '../../values/language.ts';
import { mapLink } from '../../values/map-link.ts';
import type { ShopEvent } from '../shop-event.ts';
import { shopTexts } from './texts.ts';

type Place = Pick<ShopEvent, 'venueName' | 'address' | 'city' | 'latitude' | 'longitude'>;

const DAY_MS = 86_400_000;

/** When and where. */
export function eventFacts(event: ShopEvent, language: Language): Html {
  const { timeZone, startDatetime, endDatetime } = event;
  const start = dateAndTime(language, timeZone, startDatetime);
  const isOneNight = endDatetime && endDatetime.getTime() - startDatetime.getTime() < DAY_MS;
  const end = endDatetime && (isOneNight ? timeOfDay : dateAndTime)(language, timeZone, endDatetime);
  return html`<p class="fact">${end ? shopTexts[language].until(start, end) : start}</p>
${placeFact(event, language)}`;
}

export function placeFact({ venueName, address, city, latitude, longitude }: Place, language: Language): Html | false {
  const words = [venueName, address, city].filter(Boolean).join(', ');
  return (
    words !== '' &&
    html`<p class="fact">${words} <a href="${mapLink({ latitude, longitude, words })}" rel="noreferrer">${shopTexts[language].map}</a></p>`
  );
}

/** @param descriptionHtml sanitized when it arrived */
export const aboutSection = (descriptionHtml: string | null, language: Language): Html | false =>
  descriptionHtml !== null &&
  descriptionHtml !== '' &&
  html`<section aria-labelledby="about"><h2 id="about">${shopTexts[language].about}</h2>
${new Html(withLowerHeadings(descriptionHtml))}</section>`;

/** Headings of a description begin at the second level; on the page they are below its own heading. */
const withLowerHeadings = (descriptionHtml: string): string =>
  descriptionHtml.replaceAll(
    /<(\/?)h([234])>/g,
    (_tag, slash: string, level: string) => `<${slash}h${Number(level) + 1}>`,
  );
