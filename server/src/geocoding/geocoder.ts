import { createGazetteer } from './gazetteer.ts';
import { createNominatim } from './nominatim.ts';

/** A point on the map, in degrees (WGS 84). */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** What is known about where an event takes place, as the organizer wrote it. */
export interface Place {
  venueName: string | null;
  address: string | null;
  city: string | null;
}

/** Finds coordinates for a place. Never rejects: an event is saved whether or not its place is found. */
export interface Geocoder {
  /** The coordinates of `place`, or null when they cannot be found (or not in time). */
  find(place: Place): Promise<Coordinates | null>;
}

/** The one method of the logger (pino's shape) that geocoders use. */
export interface GeocoderLog {
  warn(details: object, message: string): void;
}

/**
 * The geocoder for a `GEOCODER_URL` setting: a Nominatim-compatible server when it is set, else the offline gazetteer of
 * Philippine cities. A failing server is not replaced by the gazetteer: the operator chose where places are looked up,
 * and answers that change with the network's mood would be hard to explain.
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
