import { readFile } from 'node:fs/promises';
import { findPlace } from './find-place.ts';
import type { Geocoder } from './geocoder.ts';
import { indexPlaces, type PlaceData, type PlaceIndex } from './place-index.ts';

/**
 * An offline geocoder: the town centre of the Philippine city or municipality that a place is in. It knows no streets
 * or venues. The data (README.md) is read at the first search, because most processes never search.
 */
export function createGazetteer(): Geocoder {
  let index: Promise<PlaceIndex> | undefined;
  return {
    async find(place) {
      index ??= loadPlaces();
      const found = findPlace(await index, place);
      return found && { latitude: found.latitude, longitude: found.longitude };
    },
  };
}

async function loadPlaces(): Promise<PlaceIndex> {
  const file = await readFile(new URL('./philippine-places.json', import.meta.url), 'utf8');
  return indexPlaces(JSON.parse(file) as PlaceData);
}
