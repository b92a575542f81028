import type { Language } from './translations.ts';

const LOCALES: Record<Language, string> = { en: 'en-PH', fil: 'fil-PH' };

const cache = new Map<string, ReturnType<typeof makeFormats>>();

/** Cached: creating an Intl format takes longer than using it a hundred times. */
export function formatsFor(language: Language, timeZone: string) {
  const locale = LOCALES[language];
  const key = `${locale} ${timeZone}`;
  const found = cache.get(key) ?? makeFormats(locale, timeZone);
  cache.set(key, found);
  return found;
}

function makeFormats(locale: string, timeZone: string) {
  const pesos = new Intl.NumberFormat(locale, { style: 'currency', currency: 'PHP', currencyDisplay: 'narrowSymbol' });
  const number = new Intl.NumberFormat(locale);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone });
  const input = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return {
    pesos: (amount: number) => pesos.format(amount),
    number: (count: number) => number.format(count),
    dateTime: (instant: string) => dateTime.format(new Date(instant)),
    /** Time of something that happens today, such as a check-in. */
    time: (instant: string) => time.format(new Date(instant)),
    day: (instant: string) => day.format(new Date(instant)),
    shortDay: (instant: string) => shortDay.format(new Date(instant)),
    weekday: (instant: string) => weekday.format(new Date(instant)),
    /** The value of `<input type="datetime-local">`. */
    inputValue: (instant: string | null) => (instant === null ? '' : input.format(new Date(instant)).replace(' ', 'T')),
    /** The value of `<input type="date">`. */
    dateInput: (instant: Date) => input.format(instant).slice(0, 10),
    timeZone,
  };
}
