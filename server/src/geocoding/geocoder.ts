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
