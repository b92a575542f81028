import { LRUCache } from 'lru-cache';
import { readLimited } from '../platform/work/read-limited.ts';
import { whyNoAnswer } from '../platform/work/why-no-answer.ts';
import { jsonIn } from '../values/json-in.ts';
import type { Coordinates, Geocoder, Place } from './geocoder.ts';

/** Limits a whole search with all its requests, because creating an event waits for it. */
const SEARCH_TIMEOUT_MS = 3_000;

/** Places remembered (about 200 bytes each); organizers use the same few venues again and again. */
const CACHE_ENTRIES_MAX = 1_000;

/** A one-result answer is under 1 KiB; more is not an answer, and would be held in memory. */
const RESPONSE_BYTES_MAX = 64 * 1024;

/** Nominatim's usage policy requires clients to identify themselves. */
const USER_AGENT = 'Takilya (self-hosted event ticketing)';

/**
 * A geocoder that asks the Nominatim-compatible server at `url` (its own path and query parameters, such as a key, are
 * kept). The address is the operator's setting, so private addresses are allowed; redirects are not followed.
 * Answers and empty answers are remembered in memory, failures are not.
 * @throws on timeout, an answer that is not 2xx, or one that cannot be parsed; `createGeocoder` turns that into null.
 */
export function createNominatim({ url, timeoutMs = SEARCH_TIMEOUT_MS }: { url: string; timeoutMs?: number }): Geocoder {
  const cache = new LRUCache<string, { found: Coordinates | null }>({ max: CACHE_ENTRIES_MAX });
  return {
    async find(place) {
      const queries = searchQueries(place);
      const key = queries[0];
      if (key === undefined) return null;
      const known = cache.get(key);
      if (known) return known.found;
      const found = await searchFirst(url, queries, AbortSignal.timeout(timeoutMs));
      cache.set(key, { found });
      return found;
    },
  };
}

/** The whole place first; as few venues are on the map, the address and then the city alone. */
function searchQueries({ venueName, address, city }: Place): string[] {
  const queries = [[venueName, address, city], [address, city], [city]].map((parts) =>
    parts
      .map((part) => (part ?? '').trim().replace(/\s+/g, ' '))
      .filter((part) => part !== '')
      .join(', '),
  );
  return [...new Set(queries)].filter((query) => query !== '');
}

async function searchFirst(url: string, queries: string[], signal: AbortSignal): Promise<Coordinates | null> {
  for (const query of queries) {
    const found = await search(url, query, signal);
    if (found !== null) return found;
  }
  return null;
}

async function search(url: string, query: string, signal: AbortSignal): Promise<Coordinates | null> {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/search`;
  for (const [name, value] of Object.entries({ q: query, format: 'jsonv2', limit: '1', countrycodes: 'ph' })) {
    address.searchParams.set(name, value);
  }
  let status: number;
  let text: string;
  try {
    const response = await fetch(address, {
      signal,
      redirect: 'manual',
      headers: { accept: 'application/json', 'user-agent': USER_AGENT },
    });
    status = response.status;
    text = await readLimited(response, RESPONSE_BYTES_MAX);
  } catch (error) {
    throw new Error(`the geocoder at ${address.host} did not answer: ${whyNoAnswer(error, signal)}`);
  }
  if (status < 200 || status >= 300) throw new Error(`the geocoder at ${address.host} answered ${status}`);
  return coordinatesIn(jsonIn(text));
}

/** The first result of a jsonv2 answer, null for an empty list. */
function coordinatesIn(answer: unknown): Coordinates | null {
  if (!Array.isArray(answer)) throw new Error('geocoder answered something that is not a list');
  const first: unknown = answer[0];
  if (first === undefined) return null;
  if (typeof first !== 'object' || first === null || !('lat' in first) || !('lon' in first)) {
    throw new Error('geocoder answered a result without coordinates');
  }
  return { latitude: degrees(first.lat, 90), longitude: degrees(first.lon, 180) };
}

function degrees(value: unknown, limit: number): number {
  // Number('') is 0 and Number('0x1') is 1: only plain decimals are degrees.
  const text = typeof value === 'number' ? String(value) : value;
  const number = typeof text === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(number) <= limit)) throw new Error('geocoder answered coordinates that are out of range');
  return number;
}
