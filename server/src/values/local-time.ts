import { type Language, LOCALES } from './language.ts';

/** A reader abroad sees whose time it is: `Friday, November 20, 2026 at 8:00 PM Philippines Time`. */
export const dateAndTimeIn = (language: Language, timeZone: string, time: Date): string =>
  dateAndTimeFormat(language, timeZone).format(time);

/** `8:00 PM` */
export const timeOfDayIn = (language: Language, timeZone: string, time: Date): string =>
  timeOfDayFormat(language, timeZone).format(time);

const dateAndTimeFormat = kept({
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'shortGeneric',
});
const timeOfDayFormat = kept({ timeStyle: 'short' });

/** Making a format costs twenty times what using it does. There are as many as languages and zones, in any spelling. */
function kept(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (language: Language, timeZone: string): Intl.DateTimeFormat => {
    const key = `${language} ${timeZone.toLowerCase()}`;
    let format = formats.get(key);
    if (!format) {
      format = new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone });
      formats.set(key, format);
    }
    return format;
  };
}
