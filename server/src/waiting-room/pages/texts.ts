import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Language } from '../../values/language.ts';

type Note = [heading: string, text: string];

const count = (number: number) => number.toLocaleString('en-US');

const english = {
  title: (event: string) => `Waiting room: ${event}`,
  intro: [
    'This event has a waiting room',
    'Many people want tickets. Get in line here: when it is your turn, this page takes you to them.',
  ] as Note,
  opensAt: (time: Html) => html`Sales open on ${time}.`,
  draw: 'Everyone who is here by then gets a random place in line. Coming earlier makes no difference.',
  join: 'Get in line',
  early: 'You are in the waiting room',
  waitingCount: (people: number): string =>
    people === 1 ? 'You are the only one here so far.' : `${count(people)} people are here.`,
  inLine: 'You are in line',
  ahead: (people: number): string =>
    people === 0
      ? 'You are next.'
      : people === 1
        ? '1 person is ahead of you.'
        : `${count(people)} people are ahead of you.`,
  aheadTitle: (people: number): string => `${count(people)} ahead of you`,
  pace: 'People go in as tickets are free. Tickets that others hold and do not pay for come back within minutes.',
  paused: 'The organizer has paused sales. You keep your place.',
  refreshes: 'This page looks again by itself. Keep it open: your turn has a time limit.',
  over: ['Your turn is over', 'The time for your order has ended. You can get in line again.'] as Note,
  again: 'Get in line again',
  closed: ['No tickets are on sale', 'This line is closed. The page of the event says more.'] as Note,
  toEvent: 'Go to the event',
  cookies: ['Your place was not kept', 'Your browser must allow cookies for this website. Then try again.'] as Note,
  turnMinutes: (minutes: number): string =>
    `When it is your turn, you have ${minutes} minutes to order. Paying has its own time.`,
};

const filipino: typeof english = {
  title: english.title,
  intro: [
    'May waiting room ang event na ito',
    'Marami ang gustong bumili ng ticket. Pumila rito: pag turn mo na, dadalhin ka ng page na ito sa mga ticket.',
  ],
  opensAt: (time) => html`Magbubukas ang bentahan sa ${time}.`,
  draw: 'Lahat ng narito pagdating ng oras ay bibigyan ng puwesto sa pila nang palabunutan. Walang lamang ang mas maagang dumating.',
  join: 'Pumila',
  early: 'Nasa waiting room ka na',
  waitingCount: (people) => (people === 1 ? 'Ikaw pa lang ang narito.' : `${count(people)} tao ang narito.`),
  inLine: 'Nasa pila ka na',
  ahead: (people) => (people === 0 ? 'Ikaw na ang susunod.' : `${count(people)} tao ang nauuna sa iyo.`),
  aheadTitle: (people) => `${count(people)} ang nauuna sa iyo`,
  pace: 'Pinapapasok ang mga tao habang may bakanteng ticket. Bumabalik sa loob ng ilang minuto ang mga nakareserbang hindi nabayaran.',
  paused: 'Pansamantalang itinigil ng organizer ang bentahan. Sa iyo pa rin ang puwesto mo.',
  refreshes: 'Kusang nagre-refresh ang page na ito. Huwag isara: may limitadong oras ang turn mo.',
  over: ['Tapos na ang turn mo', 'Naubos na ang oras mo para mag-order. Puwede kang pumila ulit.'],
  again: 'Pumila ulit',
  closed: ['Walang ibinebentang ticket', 'Sarado na ang pilang ito. Nasa page ng event ang iba pang detalye.'],
  toEvent: 'Pumunta sa event',
  cookies: [
    'Hindi naitago ang puwesto mo',
    'Kailangang payagan ng browser mo ang cookies para sa website na ito. Subukan ulit pagkatapos.',
  ],
  turnMinutes: (minutes) => `Pag turn mo na, may ${minutes} minuto ka para mag-order. Iba pa ang oras sa pagbabayad.`,
};

export const roomTexts: Record<Language, typeof english> = { en: english, fil: filipino };
