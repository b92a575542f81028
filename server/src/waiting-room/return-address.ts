import { shopPath } from '../values/slug.ts';
import { roomRefusals } from './refusals.ts';

/** As long as any URL of the API. */
const MAX_LENGTH = 2_048;

interface Allowed {
  /** Origins of the organizer's websites. */
  sites: string[];
  publicUrl: string;
  organizationSlug: string;
  slug: string;
}

/**
 * Where a visitor goes with their pass: a page of a website that the organizer named, or the event's page in the shop.
 * Anything else would make the room a link to any site, under our name.
 * @returns undefined when nothing was asked for @throws Refusal return_to_not_allowed
 */
export function parseReturnAddress(asked: unknown, { sites, publicUrl, organizationSlug, slug }: Allowed) {
  if (asked === undefined) return undefined;
  const url = typeof asked === 'string' ? URL.parse(asked) : null;
  if (url?.username !== '' || url.password !== '' || url.href.length > MAX_LENGTH)
    throw roomRefusals.return_to_not_allowed();
  const isOwn = url.origin === new URL(publicUrl).origin && url.pathname === shopPath(organizationSlug, slug);
  if (!isOwn && !sites.includes(url.origin)) throw roomRefusals.return_to_not_allowed();
  return url;
}

/** The address with the pass in its query. */
export function withAdmission(url: URL, pass: string): string {
  const address = new URL(url);
  address.searchParams.set('admission', pass);
  return address.href;
}
