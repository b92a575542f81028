import { randomInt } from 'node:crypto';

/** A slug is the readable part of a public address: lower-case letters without accents, digits and hyphens. */
export const MIN_SLUG_LENGTH = 3;
/** Fits into one line of a poster, and in a mail without being broken. */
export const MAX_SLUG_LENGTH = 80;
const SLUG = /^[a-z0-9-]{3,80}$/;

export const isSlug = (text: string): boolean => SLUG.test(text);

/**
 * The slug in an address as it was typed, in capitals perhaps. Text that is no slug becomes '', which no row has, so
 * that only slugs reach a query.
 */
export function slugTyped(text: string): string {
  const slug = text.toLowerCase();
  return isSlug(slug) ? slug : '';
}

/** What `slugCandidates` may append. */
const MAX_SUFFIX_LENGTH = 7;

/**
 * The slug of a name: `Sigaw ng Señorita!` is `sigaw-ng-senorita`. A name that leaves too little, such as one in
 * another script, begins with `fallback`.
 */
export function slugFrom(name: string, fallback: 'shop' | 'event'): string {
  const words = hyphened(name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase());
  return words.length >= MIN_SLUG_LENGTH ? words : hyphened(`${fallback} ${words}`);
}

const hyphened = (text: string) =>
  text
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_SLUG_LENGTH - MAX_SUFFIX_LENGTH)
    .replace(/-$/, '');

/**
 * A name that is used again and again, such as a weekly event's, soon gets random letters: no long search for a number.
 */
const LAST_NUMBER = 9;
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const RANDOM_LETTERS = 6;
/** A billion suffixes: the second try finds a free one. */
const RANDOM_TRIES = 5;

/** The slug itself, and ever less readable ones for when it is taken. */
export function* slugCandidates(slug: string): Generator<string> {
  yield slug;
  for (let number = 2; number <= LAST_NUMBER; number++) yield `${slug}-${number}`;
  for (let tries = 0; tries < RANDOM_TRIES; tries++)
    yield `${slug}-${Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}

/** Path of a shop's page below the public URL. */
export const shopPath = (organizationSlug: string, eventSlug?: string): string =>
  `/shop/${organizationSlug}${eventSlug === undefined ? '' : `/${eventSlug}`}`;

/**
 * Path of the page of a series: what it lists is below the shop, and one letter is no slug, so no event has the same
 * path.
 */
export const seriesPath = (organizationSlug: string, seriesSlug: string): string =>
  `/shop/${organizationSlug}/s/${seriesSlug}`;

/** Path of an event's waiting room below the public URL. */
export const roomPath = (organizationSlug: string, eventSlug: string): string =>
  `/room/${organizationSlug}/${eventSlug}`;
