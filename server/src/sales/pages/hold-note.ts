import type { Checkout } from '../../checkouts/checkout.ts';
import { type Html, html } from '../../platform/http/pages/html.ts';
import { dateAndTime, timeOfDay } from '../../platform/http/pages/times.ts';
import type { Language } from '../../values/language.ts';
import { addressOf } from './order-summary.ts';
import { checkoutTexts } from './texts.ts';

/** Screen readers announce the time left at these moments, not every second. */
const ANNOUNCED_AT_MINUTES = [10, 5, 2, 1];

const announcementsIn = (language: Language): string =>
  JSON.stringify(
    Object.fromEntries(
      ANNOUNCED_AT_MINUTES.map((minutes) => [minutes * 60, checkoutTexts[language].held.minutesLeft(minutes)]),
    ),
  );
const ANNOUNCEMENTS: Record<Language, string> = { en: announcementsIn('en'), fil: announcementsIn('fil') };

interface Hold {
  checkout: Checkout;
  timeZone: string;
  language: Language;
  now: Date;
}

/**
 * How long the places are held. `checkout-page.js` counts the time down, announces it from time to time, and shows the
 * second part at the end. It uses elapsed time, because the device's clock may be wrong. The time can be over while a
 * payment that started in time is under way.
 */
export function holdNote({ checkout, timeZone, language, now }: Hold): Html {
  const { expiresAt, quantity } = checkout;
  const { held, ended } = checkoutTexts[language];
  const seconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (seconds < 0) return html`<p class="note">${held.moments(quantity)}</p>`;
  if (minutes >= 60)
    return html`<p class="note">${held.untilDay(quantity, dateAndTime(language, timeZone, expiresAt))}</p>`;
  const clock = timeOfDay(language, timeZone, expiresAt);
  const left = html`<span id="left" data-seconds="${seconds}" data-clock="${held.clockLeft('{}')}" data-announcements="${ANNOUNCEMENTS[language]}">${held.minutesLeft(minutes)}</span>`;
  return html`<div id="hold" class="note">
<p>${held.until(quantity, clock, left)}<span id="announcement" class="unseen" role="status"></span></p>
</div>
<div id="over" class="note bad" role="alert" hidden>
<h2>${ended.over}</h2>
<p>${held.over(quantity)}</p>
<p><a class="button" href="${addressOf(checkout)}">${held.lookAgain}</a></p>
</div>`;
}
