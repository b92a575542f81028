import type { Database } from '../../platform/database/database.ts';
import { perDatabase } from '../../platform/database/per-database.ts';
import { html } from '../../platform/http/pages/html.ts';
import { FILES } from '../../values/picture.ts';
import { seriesPath, shopPath } from '../../values/slug.ts';
import { listAddresses, listSeriesAddresses } from '../queries.ts';

/** Search engines read it a few times a day; strangers who ask for it all the time cost one read in this time. */
export const SITEMAP_SECONDS = 600;

interface Remembered {
  text: Promise<string>;
  untilMs: number;
}

const remembered = perDatabase((): { last?: Remembered } => ({}));

/** The pages of all shops and of their events that are on sale. */
export function sitemap(db: Database, publicUrl: string, now: Date): Promise<string> {
  const sitemaps = remembered(db);
  if (sitemaps.last && sitemaps.last.untilMs > now.getTime()) return sitemaps.last.text;
  const text = readSitemap(db, publicUrl, now);
  sitemaps.last = { text, untilMs: now.getTime() + SITEMAP_SECONDS * 1_000 };
  text.catch(() => delete sitemaps.last);
  return text;
}

async function readSitemap(db: Database, publicUrl: string, now: Date): Promise<string> {
  const [events, series] = await Promise.all([listAddresses(db, now), listSeriesAddresses(db, now)]);
  const shops = [...new Set(events.map(({ organizationSlug }) => organizationSlug))];
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${shops.map((slug) => html`<url><loc>${publicUrl}${shopPath(slug)}</loc></url>\n`)}${events.map(
  ({ organizationSlug, slug, updatedAt }) =>
    html`<url><loc>${publicUrl}${shopPath(organizationSlug, slug)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>\n`,
)}${series.map(
  ({ organizationSlug, slug }) => html`<url><loc>${publicUrl}${seriesPath(organizationSlug, slug)}</loc></url>\n`,
)}</urlset>
`.text;
}

/** Everything but the shops and their pictures is for people who have a link. */
export const robots = (publicUrl: string): string => `User-agent: *
Allow: /shop/
Allow: ${FILES}
Disallow: /

Sitemap: ${publicUrl}/sitemap.xml
`;
