import type { Coordinates } from './geocoder.ts';
import { foldWords, placeKey, provinceKey } from './place-names.ts';

/** The shape of `philippine-places.json`. */
export interface PlaceData {
  /** [other name, province] */
  provinceAliases: Record<string, string>;
  /** [other name, place, province] */
  placeAliases: [string, string, string][];
  /** [name, province, kind, latitude, longitude, population] */
  places: [string, string, 'city' | 'municipality' | 'district', number, number, number][];
}

/** A city, municipality or district of Manila. */
export interface KnownPlace extends Coordinates {
  isCity: boolean;
  /** Key of its province. */
  province: string;
  population: number;
}

/** Known places by folded name. */
export interface PlaceIndex {
  /** Every place of that name, the most populous first. */
  named(words: readonly string[]): readonly KnownPlace[];
  /** The province that these words name as a whole, or null. */
  province(words: readonly string[]): string | null;
}

/** Files places and provinces under their names and other names. */
export function indexPlaces({ places, placeAliases, provinceAliases }: PlaceData): PlaceIndex {
  const byName = new Map<string, KnownPlace[]>();
  const byNameAndProvince = new Map<string, KnownPlace>();
  const provinces = new Map<string, string>();
  const file = (name: string, place: KnownPlace) => {
    const key = placeKey(foldWords(name));
    const namesakes = byName.get(key);
    if (namesakes === undefined) byName.set(key, [place]);
    else namesakes.push(place);
  };
  for (const [name, provinceName, kind, latitude, longitude, population] of places) {
    const province = provinceKey(foldWords(provinceName));
    provinces.set(province, province);
    const place = { latitude, longitude, population, province, isCity: kind === 'city' };
    byNameAndProvince.set(`${name}, ${provinceName}`, place);
    file(name, place);
  }
  for (const [alias, name, province] of placeAliases) {
    const place = byNameAndProvince.get(`${name}, ${province}`);
    if (place !== undefined) file(alias, place);
  }
  for (const [alias, name] of Object.entries(provinceAliases)) {
    provinces.set(provinceKey(foldWords(alias)), provinceKey(foldWords(name)));
  }
  for (const namesakes of byName.values()) namesakes.sort((a, b) => b.population - a.population);
  return {
    named: (words) => byName.get(placeKey(words)) ?? [],
    province: (words) => provinces.get(provinceKey(words)) ?? null,
  };
}
