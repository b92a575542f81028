import { type Html, html } from '../../platform/http/pages/html.ts';

const tickets = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`);

/** Every text of the shop's pages, in English. */
export const english = {
  shopTitle: (organizer: string) => `Tickets: ${organizer}`,
  shopAbout: (organizer: string) => `Events and tickets of ${organizer}`,
  coming: 'On sale',
  past: 'Past events',
  pages: 'Pages of events',
  moreEvents: 'More events',
  eventsBefore: 'Events before these',
  nothingComing: 'No tickets are on sale at the moment. Please look again later.',
  from: (price: string) => `from ${price}`,
  free: 'Free',
  soldOutBadge: 'Sold out',
  allEvents: (organizer: string) => `All events of ${organizer}`,
  map: 'Show on a map',
  until: (start: Html, end: Html) => html`${start} to ${end}`,
  about: 'About this event',

  series: {
    next: (dates: number, next: Html) => html`${dates} dates, next ${next}`,
    choose: 'Choose a date',
    others: 'Other dates',
    all: 'All dates',
  },

  states: {
    not_yet: ['Not on sale yet', 'Tickets for this event are not on sale yet. Please come back later.'],
    over: ['Sales have ended', 'Tickets for this event are no longer sold online.'],
    held: [
      'All tickets are taken for the moment',
      'Other buyers have the last tickets on hold. Unpaid tickets go back on sale: look again in a few minutes.',
    ],
    gone: ['Sold out', 'Every ticket for this event is sold.'],
    paused: ['Not on sale', 'Tickets are not on sale at the moment. Please come back later.'],
    cancelled: ['This event was cancelled', 'Buyers got an e-mail. What was paid online is being refunded.'],
    completed: ['This event is over', 'Tickets are no longer sold.'],
    none: ['Not on sale', 'No tickets are on sale at the moment. Please come back later.'],
  } as Record<string, [heading: string, text: string]>,
  /** Where no waiting list gets it first. */
  returned: 'A ticket that is returned goes on sale here again.',
  startsAt: (time: Html) => html`Tickets go on sale on ${time}.`,
  lookAgain: 'Look again',
  room: {
    heading: 'This event has a waiting room',
    text: 'Get in line first. When it is your turn, you come back here with time to order.',
    enter: 'Go to the waiting room',
    until: (time: Html) => html`It is your turn: order until ${time}.`,
  },

  choose: 'Choose your tickets',
  addOns: 'Add-ons',
  quantityOf: (name: string) => `Number of tickets: ${name}`,
  yourPrice: (least: string | null) => (least === null ? 'pay what you like' : `pay what you like from ${least}`),
  priceEach: 'Your price for each, in pesos',
  left: (count: number) => `Only ${count} left`,
  offerStates: {
    gone: 'Sold out',
    over: 'No longer on sale',
    held: 'All taken for the moment',
    /** The tier before it is hidden. */
    next: 'Not on sale yet',
  },
  offerFrom: (time: Html) => html`On sale from ${time}`,
  offerAfter: (before: string, end: Html | null) =>
    html`On sale when ${before} is sold out${end && html`, or from ${end}`}`,
  best: 'Your seats are chosen for you: the best ones side by side.',
  most: (count: number) => `At most ${tickets(count)} in one order.`,

  seats: {
    choose: 'Choose your seats',
    chooseIn: (section: string) => `Choose seats in ${section}`,
    chooseYourself: (section: string) => `Choose the seats in ${section} yourself`,
    seatsOf: (section: string) => `Seats of ${section}`,
    howTo: 'Tick your seats. Crossed-out seats are taken. Wide rows scroll sideways.',
    tickedAs: 'Tick seats as',
    front: 'Front',
    back: 'Back',
    row: (label: string) => `Row ${label}`,
    notOnSale: 'not on sale',
    picked: 'Seats ticked:',
    otherSections: 'All sections',
  },

  code: {
    label: 'Do you have a code?',
    use: 'Use code',
    used: 'The code is used for this order.',
  },

  you: 'Where do the tickets go?',
  name: 'Full name',
  email: 'E-mail address',
  emailHint: 'We send your tickets there.',
  phone: 'Phone number',
  optional: 'optional',
  continue: 'Continue',
  hold: (minutes: number) =>
    `Your tickets are then held for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. You see the total before you pay.`,

  problems: {
    heading: 'Please check your order',
    noTickets: 'Please choose at least one ticket.',
    noSeats: 'Please tick at least one seat.',
    seatsTaken: (seats: string) => `Taken meanwhile: ${seats}. Your other seats are still ticked.`,
    badQuantity: (name: string, most: number) => `${name}: please enter a number from 0 to ${most}.`,
    badPrice: (name: string, least: string, most: string) =>
      `${name}: please enter a price from ${least} to ${most}, such as 250 or 99.50.`,
    tooMany: (most: number) => `Please choose at most ${tickets(most)} in all.`,
    notOnSale: (name: string) => `${name}: no longer on sale. Please choose other tickets.`,
    waits: (name: string) => `${name}: tickets at the earlier price are free again. Please choose those first.`,
    notEnough: (name: string, left: number) =>
      left === 0 ? `${name}: all taken by now.` : `${name}: only ${left} left. Please choose fewer, or other tickets.`,
    notEnoughTogether: (left: number) =>
      `Only ${tickets(left)} of this event ${left === 1 ? 'is' : 'are'} left in all. Please choose fewer.`,
    mostPerBuyer: (most: number, left: number) =>
      `One person can have at most ${tickets(most)} of this event. You can buy ${left} more.`,
    priceChanged: (name: string, before: string, now: string) =>
      `The price of ${name} changed from ${before} to ${now}. If that is fine, press Continue again.`,
    noName: 'Please enter your full name.',
    badName: 'Please enter a name without web addresses, at most 200 characters long.',
    noEmail: 'Please enter your e-mail address.',
    badEmail: 'Please enter an e-mail address like ana@example.com, or check it for a typing mistake.',
    badPhone: 'Please enter a phone number of at most 32 characters, or leave it empty.',
    changed: 'The sale has changed since you opened the page. Please look at it again.',
  },

  thanks: {
    heading: 'Thank you: your order is complete',
    mailed:
      'We send your tickets to your e-mail address. They arrive within minutes: look for them in the spam folder, too.',
  },
  notFound: ['Page not found', 'There is no event at this address. It may have been taken off the shop.'],
};

export type ShopTexts = typeof english;
