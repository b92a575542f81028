import { type Html, html } from '../../http/html.ts';
import type { Language } from '../../language.ts';
import { dateAndTimeIn, timeOfDayIn } from '../../local-time.ts';

export const dateAndTime = (language: Language, timeZone: string, time: Date): Html =>
  element(time, dateAndTimeIn(language, timeZone, time));

export const timeOfDay = (language: Language, timeZone: string, time: Date): Html =>
  element(time, timeOfDayIn(language, timeZone, time));

const element = (time: Date, words: string) => html`<time datetime="${time.toISOString()}">${words}</time>`;
