import { type Language, LOCALES } from './language.ts';

/** With the zone's name, for readers abroad: `Friday, November 20, 2026 at 8:00 PM Philippines Time`. */
export const dateAndTimeIn = (language: Language, timeZone: string, time: Date): string =>
  dateAndTimeFormat(language, timeZone).format(time);

/** With the offset of the zone at that time: `2026-11-20T20:00:00+08:00`. */
export function isoTimeIn(timeZone: string, time: Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d\d):(\d\d)/.exec(format.format(time)) ?? [];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return `${new Date(time.getTime() + offsetMs).toISOString().slice(0, 19)}${sign}${hours}:${minutes}`;
}

/** `8:00 PM` */
export const timeOfDayIn = (language: Language, timeZone: string, time: Date): string =>
  timeOfDayFormat(language, timeZone).format(time);

/** Day and time in few letters, for a list on a phone: `Fri, Nov 20, 8:00 PM` */
export const dayAndTimeIn = (language: Language, timeZone: string, time: Date): string =>
  dayAndTimeFormat(language, timeZone).format(time);

/** `November 2026` */
export const monthIn = (language: Language, timeZone: string, time: Date): string =>
  monthFormat(language, timeZone).format(time);

const dateAndTimeFormat = cachedFormat({
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'shortGeneric',
});
const dayAndTimeFormat = cachedFormat({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const monthFormat = cachedFormat({ year: 'numeric', month: 'long' });
const timeOfDayFormat = cachedFormat({ timeStyle: 'short' });

/**
 * Creating a format costs twenty times as much as using it. There is one per language and zone, whatever the zone's
 * spelling.
 */
function cachedFormat(options: Intl.DateTimeFormatOptions) {
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
