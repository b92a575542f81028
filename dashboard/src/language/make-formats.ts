import type { Language } from './translations.ts';

const LOCALES: Record<Language, string> = { en: 'en-PH', fil: 'fil-PH' };

const DAY_MS = 86_400_000;

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
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const inputValue = (instant: string) => input.format(new Date(instant)).replace(' ', 'T');
  const offsetAt = (ms: number) => /[+-]\d\d:\d\d/.exec(offset.format(ms))?.[0] ?? '+00:00';
  return {
    pesos: (amount: number) => pesos.format(amount),
    number: (count: number) => number.format(count),
    dateTime: (instant: string) => dateTime.format(new Date(instant)),
    /** For what happens today, such as a check-in. */
    time: (instant: string) => time.format(new Date(instant)),
    day: (instant: string) => day.format(new Date(instant)),
    shortDay: (instant: string) => shortDay.format(new Date(instant)),
    weekday: (instant: string) => weekday.format(new Date(instant)),
    /** The value of `<input type="datetime-local">`. */
    inputValue: (instant: string | null) => (instant === null ? '' : inputValue(instant)),
    /**
     * Such a value with the offset of the zone. Of a time that the clock repeats it is the first, and one that the
     * clock skips is that much later, as on the server. Anything else is left as it is.
     */
    withOffset: (typed: string) => {
      const ms = Date.parse(`${typed}Z`);
      if (Number.isNaN(ms)) return typed;
      const [before, after] = [typed + offsetAt(ms - DAY_MS), typed + offsetAt(ms + DAY_MS)];
      return inputValue(before) !== typed && inputValue(after) === typed ? after : before;
    },
    /** The value of `<input type="date">`. */
    dateInput: (instant: Date) => input.format(instant).slice(0, 10),
    timeZone,
  };
}
