import { type Language, LOCALES } from './language.ts';

/** A reader abroad sees whose time it is: `Friday, November 20, 2026 at 8:00 PM Philippines Time`. */
export const dateAndTimeIn = (language: Language, timeZone: string, time: Date): string =>
  time.toLocaleString(LOCALES[language], {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortGeneric',
  });

/** `8:00 PM` */
export const timeOfDayIn = (language: Language, timeZone: string, time: Date): string =>
  time.toLocaleTimeString(LOCALES[language], { timeZone, timeStyle: 'short' });
