import type { Event, EventSeries, Organization, Place, Offer as SchemaOffer, WithContext } from 'schema-dts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { LANGUAGES, type Language } from '../../values/language.ts';
import { pesosFromCentavos } from '../../values/money.ts';
import { pictureUrl, uploadedPicture } from '../../values/picture.ts';
import { seriesPath, shopPath } from '../../values/slug.ts';
import { offerState, type SaleState } from '../offer.ts';
import { PICTURE } from '../share-picture.ts';
import type { Offer, ShopDate, ShopEvent, ShopOwner, ShopSeries } from '../shop-event.ts';
import { SHARE_PICTURE } from './send-share-picture.ts';

interface SharedImage {
  url: string;
  /** Where known, a messenger shows it large at once, without loading it first. */
  size?: { width: number; height: number };
}

/** An uploaded picture is served here, in a known size; any other stays where it is. */
export function sharedImage(address: string, publicUrl: string): SharedImage {
  const picture = uploadedPicture(address);
  const url = pictureUrl(address, publicUrl);
  return picture ? { url, size: { width: picture.width, height: picture.height } } : { url };
}

/** What stands for an event: its cover, or the picture that is drawn for it. */
export const imageOfEvent = (
  { slug, coverImageUrl }: Pick<ShopDate, 'slug' | 'coverImageUrl'>,
  { organizationSlug, publicUrl, language }: { organizationSlug: string; publicUrl: string; language: Language },
): SharedImage =>
  coverImageUrl
    ? sharedImage(coverImageUrl, publicUrl)
    : { url: `${publicUrl}${shopPath(organizationSlug, slug)}/${SHARE_PICTURE}?lang=${language}`, size: PICTURE };

interface Shared {
  title: string;
  about: string;
  /** Without a language. */
  url: string;
  image: SharedImage | null;
  organizer: string;
  language: Language;
}

/** Tags with what search engines and messengers show of a page. */
export const shareHead = ({
  title,
  about,
  url,
  image,
  organizer,
  language,
}: Shared): Html => html`<meta name="description" content="${about}">
<link rel="canonical" href="${url}">
${LANGUAGES.map((one) => html`<link rel="alternate" hreflang="${one}" href="${url}${url.includes('?') ? '&' : '?'}lang=${one}">\n`)}<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${about}">
<meta property="og:url" content="${url}">
<meta property="og:site_name" content="${organizer}">
<meta property="og:locale" content="${language === 'fil' ? 'fil_PH' : 'en_PH'}">
${image && imageHead(image, title)}`;

const imageHead = ({ url, size }: SharedImage, alt: string) => html`<meta property="og:image" content="${url}">
<meta property="og:image:alt" content="${alt}">
${size && html`<meta property="og:image:width" content="${size.width}">\n<meta property="og:image:height" content="${size.height}">\n<meta name="twitter:card" content="summary_large_image">\n`}`;

/** A longer one is cut off where it is shown. */
const MAX_ABOUT_LENGTH = 200;

/** The beginning of a text, cut between words, for a description. */
export function beginningOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MAX_ABOUT_LENGTH) return line;
  return `${line.slice(0, MAX_ABOUT_LENGTH).replace(/\s+\S*$/, '')} …`;
}

const AVAILABILITY = {
  on_sale: 'InStock',
  held: 'LimitedAvailability',
  not_yet: 'PreOrder',
  next: 'PreOrder',
  gone: 'SoldOut',
  over: 'Discontinued',
} as const satisfies Record<ReturnType<typeof offerState>, string>;
/** Where the event decides for all of its tiers. */
const OF_EVENT: Partial<Record<SaleState, 'SoldOut' | 'Discontinued' | 'OutOfStock'>> = {
  gone: 'SoldOut',
  over: 'Discontinued',
  paused: 'OutOfStock',
};

interface EventPlace {
  url: string;
  imageUrl: string;
  publicUrl: string;
  state: SaleState;
  now: Date;
}

/**
 * The event as schema.org describes it: search engines list it with date, place and prices. It is data: browsers do not
 * run it, so the page's policy does not name it.
 */
export function eventData(event: ShopEvent, { url, imageUrl, publicUrl, state, now }: EventPlace): Html {
  const data: WithContext<Event> = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    url,
    startDate: event.startDatetime.toISOString(),
    ...(event.endDatetime ? { endDate: event.endDatetime.toISOString() } : {}),
    eventStatus: `https://schema.org/Event${event.status === 'cancelled' ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    ...(event.description ? { description: beginningOf(event.description) } : {}),
    image: [imageUrl],
    location: locationData(event, event),
    organizer: organizerData(event, publicUrl),
    ...(event.series
      ? {
          superEvent: {
            '@type': 'EventSeries',
            name: event.series.name,
            url: publicUrl + seriesPath(event.organizationSlug, event.series.slug),
          },
        }
      : {}),
    offers:
      state === 'cancelled' || state === 'completed'
        ? []
        : event.offers.filter(({ hidden }) => !hidden).map((offer) => offerData(offer, { url, state, now })),
  };
  return dataElement(data);
}

/** The series with its dates. Prices and what is left are in the page of each date. */
export function seriesData(
  series: ShopSeries,
  { url, imageUrl, publicUrl }: { url: string; imageUrl: string | null; publicUrl: string },
): Html {
  const [first] = series.dates;
  const last = series.dates.at(-1);
  const data: WithContext<EventSeries> = {
    '@context': 'https://schema.org',
    '@type': 'EventSeries',
    name: series.name,
    url,
    ...(first && last
      ? {
          startDate: first.startDatetime.toISOString(),
          endDate: (last.endDatetime ?? last.startDatetime).toISOString(),
          location: locationData(first, series),
          ...(first.description ? { description: beginningOf(first.description) } : {}),
        }
      : {}),
    ...(imageUrl ? { image: [imageUrl] } : {}),
    organizer: organizerData(series, publicUrl),
    subEvent: series.dates.map((date) => ({
      '@type': 'Event',
      name: date.title,
      url: publicUrl + shopPath(series.organizationSlug, date.slug),
      startDate: date.startDatetime.toISOString(),
      ...(date.endDatetime ? { endDate: date.endDatetime.toISOString() } : {}),
      eventStatus: 'https://schema.org/EventScheduled',
      location: locationData(date, series),
    })),
  };
  return dataElement(data);
}

type PlaceOfEvent = Pick<ShopDate, 'venueName' | 'address' | 'city' | 'latitude' | 'longitude'>;

function locationData(
  { venueName, address, city, latitude, longitude }: PlaceOfEvent,
  { organizer }: ShopOwner,
): Place {
  const place = [address, city].filter(Boolean).join(', ');
  return {
    '@type': 'Place',
    name: venueName ?? city ?? organizer.name,
    ...(place ? { address: place } : {}),
    ...(latitude !== null && longitude !== null ? { geo: { '@type': 'GeoCoordinates', latitude, longitude } } : {}),
  };
}

const organizerData = ({ organizer, organizationSlug }: ShopOwner, publicUrl: string): Organization => ({
  '@type': 'Organization',
  name: organizer.name,
  url: publicUrl + shopPath(organizationSlug),
});

/** A text of the organizer's must not end the element. */
const dataElement = (data: object): Html =>
  new Html(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`);

const offerData = (offer: Offer, { url, state, now }: { url: string; state: SaleState; now: Date }): SchemaOffer => ({
  '@type': 'Offer',
  name: offer.section === null ? offer.name : `${offer.section}, ${offer.name}`,
  price: pesosFromCentavos(offer.priceCentavos),
  priceCurrency: 'PHP',
  ...(offer.minimumPriceCentavos === null
    ? {}
    : {
        priceSpecification: {
          '@type': 'PriceSpecification',
          minPrice: pesosFromCentavos(offer.minimumPriceCentavos),
          priceCurrency: 'PHP',
        },
      }),
  availability: `https://schema.org/${OF_EVENT[state] ?? AVAILABILITY[offerState(offer, now)]}`,
  url,
  ...(offer.salesStartDatetime ? { validFrom: offer.salesStartDatetime.toISOString() } : {}),
});
