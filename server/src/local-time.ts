/** A reader abroad sees whose time it is: `Friday, November 20, 2026 at 8:00 PM Philippines Time`. */
export const dateAndTimeIn = (timeZone: string, time: Date): string =>
  time.toLocaleString('en-PH', {
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
export const timeOfDayIn = (timeZone: string, time: Date): string =>
  time.toLocaleTimeString('en-PH', { timeZone, timeStyle: 'short' });
