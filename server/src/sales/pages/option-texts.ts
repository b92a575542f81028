import type { Language } from '../../values/language.ts';
import type { Problem } from './form-values.ts';
import { questionTexts } from './question-texts.ts';

/** `3 tickets`. The count is at least 1. */
const tickets = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`);

/** Texts of the optional questions on the checkout page: attendees and consent. */
const english = {
  attendees: {
    heading: (count: number): string => (count === 1 ? 'Who is the ticket for?' : 'Who are the tickets for?'),
    optional: 'You can leave these empty. Tickets without a name show yours.',
    required: 'Every ticket needs the name and e-mail address of the person who will use it.',
    /** Shown when an order has more tickets than the page asks about. */
    onlyFirst: (asked: number, quantity: number) =>
      `You can name the first ${asked} of your ${tickets(quantity)}. The others show your name.`,
    mailed: 'Guests with their own e-mail address get their ticket there. You get all tickets.',
    add: (count: number): string => (count === 1 ? 'Add a name' : 'Add names'),
    /** Title of a group of fields that opens. */
    group: (first: number, last: number) => (first === last ? `Ticket ${first}` : `Tickets ${first} to ${last}`),
    ticket: (number: number, seat: string | null) =>
      seat === null ? `Ticket ${number}` : `Ticket ${number}: seat ${seat}`,
    name: 'Full name',
    email: 'E-mail address',
  },
  consent: 'Please read and agree',
  problems: {
    heading: 'Please check what you entered',
    noName: ({ ticket }: Problem) => `Ticket ${ticket}: please enter a full name.`,
    noEmail: ({ ticket }: Problem) => `Ticket ${ticket}: please enter an e-mail address.`,
    badEmail: ({ ticket }: Problem) =>
      `Ticket ${ticket}: please enter an e-mail address like ana@example.com, or check it for a typing mistake.`,
    badName: ({ ticket }: Problem) =>
      `Ticket ${ticket}: please enter a name without web addresses, at most 200 characters long.`,
    ...questionTexts.en.problems,
    noConsent: () => 'Please tick the box: you need to agree to this to continue.',
    otherConsent: () => 'This text has changed since you opened the page. Please read it again and tick the box.',
    more: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  },
};

export type OptionTexts = typeof english;

const filipino: OptionTexts = {
  attendees: {
    heading: (count) => (count === 1 ? 'Para kanino ang ticket?' : 'Para kanino ang mga ticket?'),
    optional: 'Puwedeng iwanang blangko: pangalan mo ang ilalagay sa ticket na walang pangalan.',
    required: 'Kailangan sa bawat ticket ang pangalan at email address ng taong gagamit nito.',
    onlyFirst: (asked, quantity) =>
      `Malalagyan ng pangalan ang unang ${asked} sa ${quantity} ticket mo; pangalan mo ang nasa iba.`,
    mailed:
      'Kung iba sa iyo ang email address, doon ipapadala ang sarili niyang ticket. Lahat ng ticket ay ipapadala sa iyo.',
    add: (count) => (count === 1 ? 'Lagyan ng pangalan ang ticket' : 'Lagyan ng pangalan ang mga ticket'),
    group: (first, last) => (first === last ? `Ticket ${first}` : `Ticket ${first} hanggang ${last}`),
    ticket: (number, seat) => (seat === null ? `Ticket ${number}` : `Ticket ${number}: upuan ${seat}`),
    name: 'Buong pangalan',
    email: 'Email address',
  },
  consent: 'Basahin at sang-ayunan',
  problems: {
    heading: 'Pakitingnan ang inilagay mo',
    noName: ({ ticket }) => `Ticket ${ticket}: ilagay ang buong pangalan.`,
    noEmail: ({ ticket }) => `Ticket ${ticket}: ilagay ang email address.`,
    badEmail: ({ ticket }) =>
      `Ticket ${ticket}: maglagay ng email address na tulad ng ana@example.com, o tingnan kung may maling letra.`,
    badName: ({ ticket }) =>
      `Ticket ${ticket}: maglagay ng pangalang walang web address at hindi hihigit sa 200 karakter.`,
    ...questionTexts.fil.problems,
    noConsent: () => 'Lagyan ng tsek ang kahon: makakapagpatuloy ka lang kung sang-ayon ka rito.',
    otherConsent: () =>
      'Nagbago ang tekstong ito mula nang buksan mo ang page. Basahin ulit at lagyan ng tsek ang kahon.',
    more: (count) => `at ${count} pa`,
  },
};

export const optionTexts: Record<Language, OptionTexts> = { en: english, fil: filipino };
