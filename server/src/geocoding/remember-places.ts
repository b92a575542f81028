import type { Coordinates, Geocoder } from './geocoder.ts';

/** Looks up each place once, also one that is not found. For one request: nothing is forgotten. */
export function rememberPlaces(geocoder: Geocoder): Geocoder {
  const found = new Map<string, Promise<Coordinates | null>>();
  return {
    find(place) {
      const key = JSON.stringify([place.venueName, place.address, place.city]);
      const known = found.get(key) ?? geocoder.find(place);
      found.set(key, known);
      return known;
    },
  };
}
