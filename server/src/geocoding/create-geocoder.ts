import { createGazetteer } from './gazetteer.ts';
import type { Geocoder } from './geocoder.ts';
import { createNominatim } from './nominatim.ts';

/** The one method of the logger (pino's shape) that geocoders use. */
export interface GeocoderLog {
  warn(details: object, message: string): void;
}

/**
 * The geocoder for a `GEOCODER_URL` setting: a Nominatim-compatible server when it is set, else the offline gazetteer
 * of Philippine cities. If the server fails, the gazetteer is not used instead: the operator chose where places are
 * looked up, and answers that depend on the network's state would be hard to explain.
 */
export function createGeocoder({ url, log }: { url: string | null; log?: GeocoderLog }): Geocoder {
  const geocoder = url === null ? createGazetteer() : createNominatim({ url });
  return {
    async find(place) {
      try {
        return await geocoder.find(place);
      } catch (error) {
        log?.warn({ err: error }, 'geocoding failed; the event is kept without coordinates');
        return null;
      }
    },
  };
}
