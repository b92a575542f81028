import type { Language } from '../../values/language.ts';
import type { TicketStatus } from '../ticket.ts';

/** Texts of the pages of tickets and orders. */
const english = {
  ticket: (number: string) => `Ticket ${number}`,
  code: (number: string) => `QR code of ticket ${number}: show it at the door`,
  addOnCode: (number: string) => `QR code of add-on ${number}`,
  addOn: 'Add-on',
  addOnNote: 'This add-on admits nobody. Bring the ticket that admits, too.',
  addOns: 'Add-ons',
  name: 'Name',
  tier: 'Ticket',
  section: 'Section',
  row: 'Row',
  seat: 'Seat',
  firstIsAdmitted: 'Only the first person who shows this code is admitted. Do not share pictures of it.',
  download: 'Download as PDF',
  calendar: 'Add to calendar',
  addToApple: 'Add to Apple Wallet',
  addToGoogle: 'Add to Google Wallet',
  states: {
    valid: 'Ticket',
    used: 'Checked in',
    refunded: 'Refunded',
    cancelled: 'Cancelled',
  } satisfies Record<TicketStatus, string>,
  used: (time: string) => `This ticket was used on ${time}. It cannot be used again.`,
  usedBefore: (time: string) => `This ticket was checked in on ${time}. Show it again where you are asked to.`,
  refunded: 'This ticket was refunded and is no longer valid.',
  cancelledHeading: 'This event was cancelled',
  cancelled: 'The ticket is no longer valid.',
  cancelledTickets: 'Tickets that were not checked in are no longer valid.',
  /** How the price goes back. The reader may be a guest. */
  moneyBack: {
    sent: () => 'The price is being refunded.',
    byHand: (organizer: string) => `${organizer} gives the price back.`,
    inParts: (organizer: string) =>
      `What was paid online is being refunded. What was paid at the window, ${organizer} gives back.`,
  },
  /** Where the page says how to ask. */
  askForMoney: 'If you paid and have not got it, ask them.',
  usedOfCancelled: 'A ticket that was checked in before is not refunded automatically: the organizer decides.',

  order: (number: string) => `Order ${number}`,
  orderTitle: (event: string) => `Your tickets: ${event}`,
  yours: (tickets: number): string => (tickets === 1 ? 'Your ticket' : `Your ${tickets} tickets`),
  sendToAttendees: 'Send each guest their ticket',
  sendToAttendeesHint: 'Your guests have not got an e-mail yet. Each gets only their own ticket.',
  pages: 'Pages',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  earlier: 'Earlier tickets',
  more: 'More tickets',
};

type TicketTexts = typeof english;

const filipino: TicketTexts = {
  ticket: (number) => `Ticket ${number}`,
  code: (number) => `QR code ng ticket ${number}: ipakita ito sa entrance`,
  addOnCode: (number) => `QR code ng add-on ${number}`,
  addOn: 'Add-on',
  addOnNote: 'Walang papapasukin gamit ang add-on na ito. Dalhin din ang ticket para makapasok.',
  addOns: 'Mga add-on',
  name: 'Pangalan',
  tier: 'Ticket',
  section: 'Section',
  row: 'Row',
  seat: 'Upuan',
  firstIsAdmitted: 'Ang unang magpakita ng code na ito ang papapasukin. Huwag ipamigay ang litrato nito.',
  download: 'I-download bilang PDF',
  calendar: 'Idagdag sa calendar',
  addToApple: 'Idagdag sa Apple Wallet',
  addToGoogle: 'Idagdag sa Google Wallet',
  states: { valid: 'Ticket', used: 'Naka-check in na', refunded: 'Na-refund', cancelled: 'Kanselado' },
  used: (time) => `Ginamit na ang ticket na ito noong ${time}. Hindi na ito puwedeng gamitin ulit.`,
  usedBefore: (time) => `Na-check in na ang ticket na ito noong ${time}. Ipakita ito ulit kung hinihingi.`,
  refunded: 'Na-refund na ang ticket na ito at hindi na puwedeng gamitin.',
  cancelledHeading: 'Kinansela ang event na ito',
  cancelled: 'Hindi na puwedeng gamitin ang ticket.',
  cancelledTickets: 'Hindi na puwedeng gamitin ang mga ticket na hindi na-check in.',
  moneyBack: {
    sent: () => 'Ibinabalik na ang ibinayad.',
    byHand: (organizer) => `Ibabalik ng ${organizer} ang ibinayad.`,
    inParts: (organizer) => `Ibinabalik na ang ibinayad online. Ang ibinayad sa bintana ay ibabalik ng ${organizer}.`,
  },
  askForMoney: 'Kung ikaw ang nagbayad at hindi mo pa ito natatanggap, magtanong sa kanila.',
  usedOfCancelled:
    'Hindi kusang ibinabalik ang bayad para sa ticket na na-check in na bago nito: ang organizer ang magpapasya.',

  order: (number) => `Order ${number}`,
  orderTitle: (event) => `Ang mga ticket mo: ${event}`,
  yours: (tickets) => (tickets === 1 ? 'Ang ticket mo' : `Ang ${tickets} ticket mo`),
  sendToAttendees: 'Ipadala sa bawat bisita ang ticket nila',
  sendToAttendeesHint:
    'Wala pang natatanggap na email ang mga bisita mo. Sariling ticket lang ang matatanggap ng bawat isa.',
  pages: 'Mga page',
  page: (page, pages) => `Page ${page} ng ${pages}`,
  earlier: 'Mga naunang ticket',
  more: 'Iba pang ticket',
};

export const ticketTexts: Record<Language, TicketTexts> = { en: english, fil: filipino };
