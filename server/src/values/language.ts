/** Languages of pages and e-mails; the API is English. Pages, URLs and tables use the same codes in `lang`. */
export const LANGUAGES = ['en', 'fil'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

/** Each name in its own language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', fil: 'Filipino' };

/** The locales for dates and amounts. */
export const LOCALES: Record<Language, string> = { en: 'en-PH', fil: 'fil-PH' };

/** Parses a language tag: `fil`, `FIL-ph`, or `tl`, its name in older systems. */
export function parseLanguage(text: unknown): Language | undefined {
  if (typeof text !== 'string') return undefined;
  const [name] = text.trim().toLowerCase().split('-');
  return name === 'tl' ? 'fil' : LANGUAGES.find((language) => language === name);
}

/** The preferred supported language of an Accept-Language header. */
export function acceptedLanguage(header = ''): Language | undefined {
  const wanted = header.split(',').flatMap((range) => {
    const [name, ...parameters] = range.split(';');
    const language = parseLanguage(name);
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    return language && Number(quality ?? 1) > 0 ? [{ language, quality: Number(quality ?? 1) }] : [];
  });
  // Sorting is stable: equal qualities keep their order.
  return wanted.toSorted((a, b) => b.quality - a.quality)[0]?.language;
}
