/** A page with a map of a place, by its coordinates or else by its words. */
export function mapLink(place: { latitude: number | null; longitude: number | null; words: string }): string {
  const { latitude, longitude, words } = place;
  const query = latitude !== null && longitude !== null ? `${latitude},${longitude}` : words;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`;
}
