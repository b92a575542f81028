import { Html, html } from '../../platform/http/pages/html.ts';
import { organizerContact } from '../../platform/http/pages/organizer-contact.ts';
import type { PageOfState } from '../../platform/http/pages/page.ts';
import { dateAndTime } from '../../platform/http/pages/times.ts';
import type { Language } from '../../values/language.ts';
import { MOST_PER_STEP, TURN_SECONDS } from '../line.ts';
import type { ShownRoom } from '../read-room.ts';
import type { Standing } from '../standing.ts';
import { roomTexts } from './texts.ts';

export interface RoomView {
  room: ShownRoom;
  /** undefined: the visitor has no place. A turn has no page: it leads on. */
  standing: Exclude<Standing, { state: 'turn' }> | undefined;
  number: number;
  /** The visitor just got in line, and has no cookie: the browser kept none. */
  isCookieMissing: boolean;
  /** Where the form is sent, with the address to return to. */
  action: string;
  /** The event's page, for the same link. */
  shop: string;
  language: Language;
  now: Date;
}

/** Seconds until the page is loaded again. The longest wait costs about a tenth of a turn. */
const REFRESH = { least: 5, most: 60 };
/** Visitors come back spread over this time, so that an opening is no single moment of load. */
const SPREAD_SECONDS = 5;

const refreshIn = (seconds: number, number: number): number =>
  Math.min(REFRESH.most, Math.max(REFRESH.least, Math.ceil(seconds))) + (number % SPREAD_SECONDS);

/** The page of the waiting room. It works without a script: it loads itself again. */
export function roomPage(view: RoomView): PageOfState {
  const { room, shop, language } = view;
  const { title, organizer } = room;
  const texts = roomTexts[language];
  const state = stateOf(view);
  return {
    title: `${state.title ? `${state.title}: ` : ''}${texts.title(title)}`,
    ...(state.refreshSeconds === undefined ? {} : { refreshSeconds: state.refreshSeconds }),
    body: html`
<h1>${title}</h1>
${state.content}
${organizerContact(organizer, language)}
<p class="center"><a class="alone" href="${shop}">${texts.toEvent}</a></p>`,
  };
}

interface State {
  /** The page's title begins with it: the first thing that a screen reader says. */
  title?: string;
  content: Html;
  refreshSeconds?: number;
}

function stateOf(view: RoomView): State {
  const { room, standing, number, isCookieMissing, language, now } = view;
  const texts = roomTexts[language];
  if (isClosed(room, now)) return { content: note(texts.closed) };
  if (isCookieMissing) return { content: html`${note(texts.cookies, 'bad')}${joinForm(view, texts.again)}` };
  if (!standing) return { content: html`${note(texts.intro, '', opening(view))}${joinForm(view, texts.join)}` };
  if (standing.state === 'over')
    return { title: texts.over[0], content: html`${note(texts.over)}${joinForm(view, texts.again)}` };
  if (standing.state === 'early') {
    const seconds = room.opensAt ? (room.opensAt.getTime() - now.getTime()) / 1_000 : 0;
    return {
      title: texts.early,
      content: note([texts.early, texts.waitingCount(standing.waiting)], '', opening(view), more(view)),
      refreshSeconds: refreshIn(seconds, number),
    };
  }
  const pace = html`<p>${room.status === 'paused' ? texts.paused : texts.pace}</p>`;
  return {
    title: texts.aheadTitle(standing.ahead),
    content: note([texts.inLine, texts.ahead(standing.ahead)], '', pace, more(view)),
    refreshSeconds: refreshIn(standing.ahead / MOST_PER_STEP, number),
  };
}

/** Nothing can be bought any more, whatever the line says. */
const isClosed = ({ status, salesEnd }: ShownRoom, now: Date): boolean =>
  status === 'sold_out' || status === 'cancelled' || status === 'completed' || salesEnd <= now;

const note = ([heading, text]: [heading: string, text: string], kind = '', ...more: (Html | undefined)[]) =>
  html`<div class="note${kind && new Html(` ${kind}`)}" role="status">
<h2>${heading}</h2>
<p>${text}</p>
${more}</div>
`;

/** When the room opens, and that coming early gives nothing. */
function opening({ room: { opensAt, timeZone }, language, now }: RoomView): Html | undefined {
  if (!opensAt || opensAt <= now) return undefined;
  const texts = roomTexts[language];
  return html`<p>${texts.opensAt(dateAndTime(language, timeZone, opensAt))} ${texts.draw}</p>\n`;
}

const more = ({ language }: RoomView) =>
  html`<p>${roomTexts[language].turnMinutes(TURN_SECONDS / 60)} ${roomTexts[language].refreshes}</p>\n`;

const joinForm = ({ action }: RoomView, label: string) =>
  html`<form method="post" action="${action}"><button>${label}</button></form>`;
