import type { Place } from './geocoder.ts';
import type { KnownPlace, PlaceIndex } from './place-index.ts';
import { addressParts } from './place-names.ts';

/** Longest place name looked for inside running text, in words ("municipality of president carlos p garcia"). */
const NAME_WORDS_MAX = 6;

/**
 * A name before one of these is a street, a building or a subdivision, not the town: "Rizal Avenue", "Legazpi Village".
 */
const NOT_A_TOWN_BEFORE = new Set(
  'street st avenue ave road rd boulevard blvd drive dr highway hwy lane ln extension ext expressway bridge circle village vill subdivision subd compound building bldg tower towers residences'.split(
    ' ',
  ),
);

/** A name after one of these is a neighbourhood or a monument: "Barangay San Isidro", "Fort Santiago". */
const NOT_A_TOWN_AFTER = new Set('barangay brgy bgy sitio purok fort calle don dona'.split(' '));

/**
 * Municipalities whose name is better known as a person, a word or a place abroad. Not looked for inside running text
 * ("Bonifacio High Street" is not in Bonifacio, Misamis Occidental); a comma part of their own still names them.
 */
const NAMESAKES = new Set(
  'adams aguinaldo allen bani barcelona bay bonifacio boston flora gloria gonzaga imelda isabel jones jordan laurel leon lila lopez madrid marcos maria medina mexico milagros orion perez prosperidad ramon ramos real ronda salvador santa santander sara sevilla sigma silang solano taft teresa trento trinidad villanueva vintar'.split(
    ' ',
  ),
);

/**
 * The known place that `place` is in: by its city, then by its address, then by its venue's name. Null when none of
 * them names one. Where several places share a name, one in a province that is also mentioned wins, then the most
 * populous.
 */
export function findPlace(index: PlaceIndex, { venueName, address, city }: Place): KnownPlace | null {
  const [cityWords, addressWords, venueWords] = [addressParts(city), addressParts(address), addressParts(venueName)];
  const provinces = provincesIn(index, addressWords);
  return (
    byParts(index, cityWords, provinces) ??
    byParts(index, addressWords, provincesIn(index, cityWords)) ??
    byWords(index, addressWords, provinces) ??
    byParts(index, venueWords, provinces) ??
    byWords(index, venueWords, provinces)
  );
}

function provincesIn(index: PlaceIndex, parts: string[][]): string[] {
  return parts.flatMap((words) => splitProvince(index, words).provinces);
}

/** "Lipa Batangas" without its comma is a place and a province; "Batangas" alone may be either. */
function splitProvince(index: PlaceIndex, words: string[]): { name: string[]; provinces: string[] } {
  const whole = index.province(words);
  if (whole !== null) return { name: words, provinces: [whole] };
  // The town of Maria Aurora is not a Maria in Aurora.
  if (index.named(words).length > 0) return { name: words, provinces: [] };
  for (let start = 1; start < words.length; start++) {
    const province = index.province(words.slice(start));
    const name = words.slice(0, start);
    if (province !== null && index.named(name).length > 0) return { name, provinces: [province] };
  }
  return { name: words, provinces: [] };
}

/**
 * Addresses go from the specific to the general. The first part that is a place in a province named after it (or
 * elsewhere, in `provinces`) is it; otherwise the last part that is any place, so that "San Antonio, Makati" is Makati.
 */
function byParts(index: PlaceIndex, parts: string[][], provinces: string[]): KnownPlace | null {
  let last: KnownPlace | null = null;
  for (const [position, words] of parts.entries()) {
    const { name, provinces: own } = splitProvince(index, words);
    const places = index.named(name);
    const general = name === words ? [] : own;
    const nearby = new Set([...general, ...provincesIn(index, parts.slice(position + 1)), ...provinces]);
    const inProvince = places.find((place) => nearby.has(place.province));
    if (inProvince !== undefined) return inProvince;
    last = places[0] ?? last;
  }
  return last;
}

/** A name inside the words of a part: the last part first, longer names first, then the most populous. */
function byWords(index: PlaceIndex, parts: string[][], provinces: string[]): KnownPlace | null {
  for (const words of parts.toReversed()) {
    for (let length = Math.min(NAME_WORDS_MAX, words.length); length >= 1; length--) {
      const found = namesIn(index, words, length, provinces).sort((a, b) => b.population - a.population);
      if (found[0] !== undefined) return found[0];
    }
  }
  return null;
}

function namesIn(index: PlaceIndex, words: string[], length: number, provinces: string[]): KnownPlace[] {
  const found: KnownPlace[] = [];
  for (let start = 0; start + length <= words.length; start++) {
    const before = words[start - 1] ?? '';
    const after = words[start + length] ?? '';
    if (NOT_A_TOWN_AFTER.has(before) || NOT_A_TOWN_BEFORE.has(after)) continue;
    const name = words.slice(start, start + length);
    const places = index.named(name);
    const place = places.find(({ province }) => provinces.includes(province)) ?? certain(name, places);
    if (place !== null) found.push(place);
  }
  return found;
}

/** In running text a municipality counts only when no other place has its name and the name is not an everyday word. */
function certain(name: string[], places: readonly KnownPlace[]): KnownPlace | null {
  const first = places[0];
  if (first === undefined) return null;
  if (first.isCity) return first;
  const oneOfItsKind = places.length === 1 && !NAMESAKES.has(name.join(' '));
  return oneOfItsKind ? first : null;
}
