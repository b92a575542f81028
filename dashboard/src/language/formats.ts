import { useMe } from '../session/me.ts';
import { useLanguage } from './language.tsx';
import type { Language } from './sentences.ts';

const LOCALES: Record<Language, string> = { en: 'en-PH', fil: 'fil-PH' };

/** Money, numbers and times as the reader writes them; times in the organization's zone, wherever the reader is. */
export function useFormats() {
  const { language } = useLanguage();
  return formatsFor(LOCALES[language], useMe().organization.time_zone);
}

const remembered = new Map<string, ReturnType<typeof makeFormats>>();

/** Making an Intl format takes longer than a hundred uses of it. */
function formatsFor(locale: string, timeZone: string) {
  const key = `${locale} ${timeZone}`;
  const found = remembered.get(key) ?? makeFormats(locale, timeZone);
  remembered.set(key, found);
  return found;
}

function makeFormats(locale: string, timeZone: string) {
  const pesos = new Intl.NumberFormat(locale, { style: 'currency', currency: 'PHP', currencyDisplay: 'narrowSymbol' });
  const number = new Intl.NumberFormat(locale);
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const input = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return {
    pesos: (amount: number) => pesos.format(amount),
    number: (count: number) => number.format(count),
    dateTime: (instant: string) => dateTime.format(new Date(instant)),
    day: (instant: string) => day.format(new Date(instant)),
    /** What `<input type="datetime-local">` holds: the API reads it back in the same zone. */
    inputValue: (instant: string | null) => (instant === null ? '' : input.format(new Date(instant)).replace(' ', 'T')),
    /** What `<input type="date">` holds. */
    dateInput: (instant: Date) => input.format(instant).slice(0, 10),
    timeZone,
  };
}
