import type { Language } from '../../values/language.ts';
import type { EntryStatus } from '../entry.ts';

type State = [title: string, text: string];

const english = {
  heading: (title: string) => `Waiting list: ${title}`,
  places: (quantity: number, tier: string) => `${quantity} × ${tier}`,
  states: {
    waiting: [
      'You are on the waiting list',
      'When places come back and it is your turn, we send you an e-mail and hold them for you.',
    ],
    offered: [
      'Places are held for you',
      'Get your tickets before the time is over. Then the next person has their turn.',
    ],
    bought: ['You have your tickets', 'They were sent to your e-mail address.'],
    passed: ['Your offer is over', 'The places went to the next person. You can join the waiting list again.'],
    left: ['You left the waiting list', 'You get no offer. You can join again.'],
    ended: [
      'You are no longer on the waiting list',
      'You get no offer: the list is closed, you have as many tickets as you may buy, or the event has fewer than you asked for.',
    ],
  } satisfies Record<EntryStatus, State> as Record<EntryStatus, State>,
  cancelled: [
    'The event is cancelled',
    'Its waiting list has ended, and no places are held for you any more.',
  ] satisfies State as State,
  until: (when: string) => `Held until ${when}.`,
  getTickets: (quantity: number): string => (quantity === 1 ? 'Get your ticket' : 'Get your tickets'),
  leave: 'Leave the waiting list',
  decline: 'Pass the places on',
};

export type WaitingListTexts = typeof english;

const filipino: WaitingListTexts = {
  heading: (title) => `Waiting list: ${title}`,
  places: english.places,
  states: {
    waiting: [
      'Nasa waiting list ka na',
      'Kapag may nabakanteng puwesto at ikaw na ang susunod, padadalhan ka namin ng email at irereserba namin ang mga ito para sa iyo.',
    ],
    offered: [
      'May nakareserbang puwesto para sa iyo',
      'Kunin ang mga ticket mo bago maubos ang oras. Pagkatapos nito, ang susunod na tao na.',
    ],
    bought: ['Nasa iyo na ang mga ticket mo', 'Ipinadala ang mga ito sa email address mo.'],
    passed: ['Tapos na ang alok sa iyo', 'Napunta na sa susunod na tao ang mga puwesto. Puwede kang sumali ulit.'],
    left: ['Umalis ka sa waiting list', 'Wala kang matatanggap na alok. Puwede kang sumali ulit.'],
    ended: [
      'Wala ka na sa waiting list',
      'Wala kang matatanggap na alok: sarado na ang listahan, nasa iyo na ang lahat ng ticket na puwede mong bilhin, o mas kaunti na ang ticket ng event kaysa sa hiningi mo.',
    ],
  },
  cancelled: [
    'Kinansela ang event',
    'Sarado na ang waiting list nito, at wala nang puwestong nakareserba para sa iyo.',
  ],
  until: (when) => `Nakareserba hanggang ${when}.`,
  getTickets: (quantity) => (quantity === 1 ? 'Kunin ang ticket mo' : 'Kunin ang mga ticket mo'),
  leave: 'Umalis sa waiting list',
  decline: 'Ipaubaya sa iba',
};

export const waitingListTexts: Record<Language, WaitingListTexts> = { en: english, fil: filipino };
