import type { Seat } from '../../seating/seat.ts';
import type { Language } from '../../values/language.ts';

/** Texts of the PDF and the calendar entry. */
const english = {
  title: (tickets: number): string => (tickets === 1 ? 'Ticket' : 'Tickets'),
  seat: ({ section, row, seat }: Seat) => `${section} · Row ${row} · Seat ${seat}`,
  order: (number: string) => `Order ${number}`,
  firstIsAdmitted: 'Only the first person who shows this code is admitted. Do not share pictures of it.',
  /** In place of the line above, on tickets of add-ons. */
  addOn: 'Add-on: this code admits nobody. Bring the ticket that admits, too.',
  /** In place of the line above, on tickets of a test organization. */
  test: 'TEST: this ticket admits nobody',
  testTitle: (title: string) => `TEST: ${title}`,
  /** Across the page of an invalid ticket. */
  states: { used: 'USED', refunded: 'REFUNDED', cancelled: 'CANCELLED', valid: 'NO CODE' },
  notValid: 'This ticket is no longer valid.',
  bringTicket: 'Bring your ticket: show its QR code at the door, on your phone or printed.',
};

type DocumentTexts = typeof english;

const filipino: DocumentTexts = {
  title: (tickets) => (tickets === 1 ? 'Ticket' : 'Mga ticket'),
  seat: ({ section, row, seat }) => `${section} · Row ${row} · Upuan ${seat}`,
  order: (number) => `Order ${number}`,
  firstIsAdmitted: 'Ang unang magpakita ng code na ito ang papapasukin. Huwag ipamigay ang litrato nito.',
  addOn: 'Add-on: walang papapasukin gamit ang code na ito. Dalhin din ang ticket para makapasok.',
  test: 'TEST LANG: walang makakapasok gamit ang ticket na ito',
  testTitle: (title) => `TEST: ${title}`,
  states: { used: 'GAMIT NA', refunded: 'NA-REFUND', cancelled: 'KANSELADO', valid: 'WALANG CODE' },
  notValid: 'Hindi na makakapasok gamit ang ticket na ito.',
  bringTicket: 'Dalhin ang ticket mo: ipakita ang QR code nito sa entrance, sa phone o naka-print.',
};

export const documentTexts: Record<Language, DocumentTexts> = { en: english, fil: filipino };
