import { type Html, html } from '../../http/html.ts';
import { dateAndTimeIn, timeOfDayIn } from '../../local-time.ts';

export const dateAndTime = (time: Date, timeZone: string): Html => element(time, dateAndTimeIn(timeZone, time));

/**
 * Until when, and how long that was when the page was made: without a script nothing counts down.
 * `now` after `until` happens while a payment that was started in time is under way.
 */
export function holdTime(until: Date, now: Date, timeZone: string): Html {
  const minutes = Math.floor((until.getTime() - now.getTime()) / 60_000);
  if (minutes < 0) return html`for a few more moments`;
  if (minutes >= 60) return html`until <strong>${dateAndTime(until, timeZone)}</strong>`;
  const clock = element(until, timeOfDayIn(timeZone, until));
  const left = minutes === 0 ? 'less than a minute' : `${minutes} minute${minutes === 1 ? '' : 's'}`;
  return html`until <strong>${clock}</strong> (${left} left)`;
}

const element = (time: Date, words: string) => html`<time datetime="${time.toISOString()}">${words}</time>`;
