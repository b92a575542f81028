import { type Html, html } from '../../http/html.ts';

/** Buyers abroad see whose time it is: `Friday, November 20, 2026 at 8:00 PM Philippines Time`. */
export const dateAndTime = (time: Date, timeZone: string): Html => element(time, time.toLocaleString('en-PH', {
  timeZone,
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'shortGeneric',
}));

const clockTime = (time: Date, timeZone: string): Html =>
  element(time, time.toLocaleTimeString('en-PH', { timeZone, timeStyle: 'short' }));

const element = (time: Date, words: string) => html`<time datetime="${time.toISOString()}">${words}</time>`;

/** As of the moment the page was made: without a script it cannot count down, so it names the end as well. */
export function timeLeft(what: string, expiresAt: Date, now: Date, timeZone: string): Html {
  const minutes = Math.floor((expiresAt.getTime() - now.getTime()) / 60_000);
  // Past its time a checkout is open only while a payment that was started may still arrive.
  if (minutes < 0) return html`The time is over, but a payment that you have started may still arrive. Pay now, or never.`;
  if (minutes >= 60) return html`${what} held for you until <strong>${dateAndTime(expiresAt, timeZone)}</strong>.`;
  return html``;
}
