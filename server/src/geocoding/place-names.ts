/** Short forms that addresses use for the first word of a place's name. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  sto: 'santo',
  sta: 'santa',
  gen: 'general',
  pres: 'president',
  sen: 'senator',
  mt: 'mount',
};

/** Characters of a field that are looked at: real addresses are shorter, and the search is quadratic in the words. */
const TEXT_LENGTH_MAX = 500;

/** Ways of saying "the city of": no part of the name, as every city is larger than the towns that share its name. */
const CITY_FORM = /^(?:science |island garden )?city of (?=.)|^lungsod ng (?=.)|(?<=.) city$/;
const TOWN_FORM = /^(?:municipality|town) of (?=.)|^bayan ng (?=.)|(?<=.) municipality$/;

/** Words of one part of an address, folded for comparison: "Parañaque City" → ["paranaque", "city"]. */
export function foldWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => (Object.hasOwn(ABBREVIATIONS, word) ? (ABBREVIATIONS[word] ?? word) : word));
}

/**
 * The comma-separated parts of an address as folded words, postal codes and the country dropped:
 * "SMX, Pasay City, 1300 Metro Manila, Philippines" → [["smx"], ["pasay", "city"], ["metro", "manila"]].
 */
export function addressParts(text: string | null): string[][] {
  return (text ?? '')
    .slice(0, TEXT_LENGTH_MAX)
    .split(/[,;()\n|/]|\s[-–—]\s/)
    .map((part) => foldWords(part).filter((word) => !/^\d{4}$|^philippines$|^pilipinas$|^ph$/.test(word)))
    .filter((words) => words.length > 0);
}

/**
 * The key under which a place is filed: its letters without "City of", "City" or spaces, so that "Lal-lo" and "Lallo",
 * or "Makati", "Makati City" and "City of Makati", meet.
 */
export function placeKey(words: readonly string[]): string {
  return words.join(' ').replace(CITY_FORM, '').replace(TOWN_FORM, '').replaceAll(' ', '');
}

/** The key of a province's name: "Province of Cebu" and "Cebu" meet. */
export function provinceKey(words: readonly string[]): string {
  return words
    .join(' ')
    .replace(/^province of (?=.)|(?<=^(?!mountain).+) province$/, '')
    .replaceAll(' ', '');
}
