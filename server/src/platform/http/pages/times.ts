import type { Language } from '../../../values/language.ts';
import { dateAndTimeIn, dayAndTimeIn, timeOfDayIn } from '../../../values/local-time.ts';
import { type Html, html } from './html.ts';

export const dateAndTime = (language: Language, timeZone: string, time: Date): Html =>
  element(time, dateAndTimeIn(language, timeZone, time));

export const dayAndTime = (language: Language, timeZone: string, time: Date): Html =>
  element(time, dayAndTimeIn(language, timeZone, time));

export const timeOfDay = (language: Language, timeZone: string, time: Date): Html =>
  element(time, timeOfDayIn(language, timeZone, time));

const element = (time: Date, text: string) => html`<time datetime="${time.toISOString()}">${text}</time>`;
