/** What buyers read; the API speaks English. Its names are those of `lang` in pages, addresses and the tables. */
export const LANGUAGES = ['en', 'fil'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

/** Each in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', fil: 'Filipino' };

/** How dates and amounts are written. */
export const LOCALES: Record<Language, string> = { en: 'en-PH', fil: 'fil-PH' };

/** As somebody wrote it: `fil`, `FIL-ph`, or `tl`, as older systems call it. */
export function parseLanguage(text: unknown): Language | undefined {
  if (typeof text !== 'string') return undefined;
  const [name] = text.trim().toLowerCase().split('-');
  return name === 'tl' ? 'fil' : LANGUAGES.find((language) => language === name);
}

/** The best one of an Accept-Language header that we speak. */
export function acceptedLanguage(header = ''): Language | undefined {
  const wanted = header.split(',').flatMap((range) => {
    const [name, ...parameters] = range.split(';');
    const language = parseLanguage(name);
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    return language && Number(quality ?? 1) > 0 ? [{ language, quality: Number(quality ?? 1) }] : [];
  });
  // Sorting keeps the order of those that are wanted alike.
  return wanted.toSorted((a, b) => b.quality - a.quality)[0]?.language;
}
