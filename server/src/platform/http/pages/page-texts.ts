import type { Language } from '../../../values/language.ts';

type TitleAndText = [title: string, text: string];

/** Texts around every page, and of error pages. */
const english = {
  languages: 'Language',
  sandbox: 'Test mode: no money is taken, and anyone gets tickets.',
  /** On pages of a test organization. */
  test: 'Test: no money is taken, and the tickets admit nobody. E-mails go only to the organizer’s team.',
  busy: ['One moment', 'We are busy. Please try again in a few seconds.'] as TitleAndText,
  serverError: [
    'Something went wrong',
    'The fault is on our side. Please go back and try again in a moment.',
  ] as TitleAndText,
  notFound: [
    'Page not found',
    'Please check that you have the whole link, or start again on the page that sent you here.',
  ] as TitleAndText,
  /** Strangers see this too, and must not learn from it whether the ticket exists. */
  ticketNotFound: [
    'Page not found',
    'Please check that you have the whole link. A newer ticket may have been sent in its place: look for the newest mail about your tickets.',
  ] as TitleAndText,
  findTickets: 'Find tickets you bought',
  contact: {
    heading: 'Questions?',
    refunds: 'Refunds',
    terms: (organizer: string) => `Terms of ${organizer}`,
  },
  refused: 'That did not work',
  /** `reason` is a sentence with its full stop, or empty when there is none in this language. */
  tryAgain: (reason: string) => `${reason} Please go back and try again.`.trim(),
};

export type PageTexts = typeof english;

const filipino: PageTexts = {
  languages: 'Wika',
  sandbox: 'Test mode: walang sinisingil na pera, at makakakuha ng ticket ang kahit sino.',
  test: 'Test lang ito: walang sinisingil na pera, at walang makakapasok gamit ang mga ticket. Sa team lang ng organizer ipinapadala ang mga email.',
  busy: ['Sandali lang', 'Marami kaming inaasikaso ngayon. Subukan ulit pagkalipas ng ilang segundo.'],
  serverError: ['Nagkaproblema', 'Sa amin ang problema. Bumalik at subukan ulit maya-maya.'],
  notFound: [
    'Hindi mahanap ang page',
    'Tingnan kung kumpleto ang link, o magsimula ulit sa page na pinanggalingan mo.',
  ],
  ticketNotFound: [
    'Hindi mahanap ang page',
    'Tingnan kung kumpleto ang link. Baka may ipinadalang mas bagong ticket na kapalit nito: hanapin ang pinakabagong email tungkol sa mga ticket mo.',
  ],
  findTickets: 'Hanapin ang mga nabili mong ticket',
  contact: {
    heading: 'May tanong?',
    refunds: 'Refund',
    terms: (organizer) => `Mga tuntunin ng ${organizer}`,
  },
  refused: 'Hindi ito natuloy',
  tryAgain: (reason) => `${reason} Bumalik at subukan ulit.`.trim(),
};

export const pageTexts: Record<Language, PageTexts> = { en: english, fil: filipino };
