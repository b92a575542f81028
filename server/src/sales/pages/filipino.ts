import { html } from '../../platform/http/pages/html.ts';
import type { CheckoutTexts } from './english.ts';

const angTicketMo = (count: number) => (count === 1 ? 'ang ticket mo' : `ang ${count} ticket mo`);
const SIDES = { left: 'sa kaliwa', middle: 'sa gitna', right: 'sa kanan' };

export const filipino: CheckoutTexts = {
  titles: {
    open: (event) => `Checkout: ${event}`,
    failed: (event) => `Hindi natuloy ang bayad: ${event}`,
  },

  failedHeading: 'Hindi natuloy ang bayad mo',
  stillHeld: (tickets) =>
    `Walang nabawas sa iyo. Naka-reserve pa rin ${angTicketMo(tickets)}: subukan ulit, o pumili ng ibang paraan ng pagbabayad.`,
  failures: {
    declined: (method) => `${method}: hindi tinanggap ang bayad.`,
    refused: () => 'Hindi tinanggap ng payment service ang bayad na ito. Pumili ng ibang paraan ng pagbabayad.',
    unanswered: () => 'Hindi sumagot ang payment service.',
  },

  held: {
    until: (tickets, time, left) =>
      html`Naka-reserve para sa iyo ${angTicketMo(tickets)} hanggang <strong>${time}</strong> (${left}).`,
    untilDay: (tickets, time) =>
      html`Naka-reserve para sa iyo ${angTicketMo(tickets)} hanggang <strong>${time}</strong>.`,
    moments: (tickets) => `Naka-reserve pa para sa iyo ${angTicketMo(tickets)} nang ilang sandali.`,
    minutesLeft: (minutes) => (minutes === 0 ? 'wala pang isang minuto ang natitira' : `${minutes} minuto na lang`),
    clockLeft: (clock) => `${clock} na lang`,
    over: (tickets) => `Hindi na naka-reserve ${angTicketMo(tickets)}, maliban kung may bayad na pinoproseso pa.`,
    lookAgain: 'Tingnan ang order mo',
  },

  order: {
    heading: 'Ang order mo',
    each: (price) => `${price} bawat isa`,
    discount: (code) => (code === null ? 'Discount' : `Discount (${code})`),
    total: 'Kabuuan',
    buyer: (name, email) => `Para kay ${name}, ${email}`,
  },

  pay: {
    legend: 'Paano mo gustong magbayad?',
    free: 'Wala kang babayaran.',
    pay: (amount) => `Magbayad ng ${amount}`,
    get: (tickets) => (tickets === 1 ? 'Kunin ang ticket ko' : 'Kunin ang mga ticket ko'),
    chooseOne: 'Pumili ng paraan ng pagbabayad.',
    scanHint: 'I-scan gamit ang kahit anong bank o e-wallet app',
    transferHint: 'Mas matagal: darating ang ticket kapag pumasok na ang bayad',
    noneHeading: 'Hindi ito mababayaran online',
    none: (organizer, amount) =>
      `Walang paraan ng pagbabayad ang ${organizer} na tumatanggap ng ${amount}. Walang nabawas sa iyo. Itanong sa ${organizer} kung paano magbayad.`,
  },

  promo: {
    label: 'Promo code',
    another: 'Ibang promo code',
    apply: 'Gamitin',
  },

  waiting: {
    heading: 'Hinihintay ang bayad mo',
    notYet: (method, tickets, until) =>
      html`${method === undefined ? 'Hindi' : `${method}: hindi`} pa pumapasok ang bayad mo. Naka-reserve ${angTicketMo(tickets)} hanggang <strong>${until}</strong>.`,
    close: (tickets, email) =>
      `Puwede mo nang isara ang page na ito. Pagpasok ng bayad, ipapadala namin sa ${email} ${angTicketMo(tickets)}; wala ka nang kailangang gawin dito.`,
    back: 'Bumalik sa page ng pagbabayad',
  },
  checkAgain: 'Tingnan ulit',

  confirming: {
    heading: 'Kinukumpirma ang bayad mo',
    explanation:
      'Hindi pa nakukumpirma ng payment service ang bayad mo. Karaniwang ilang segundo lang ito, at kusang titingin ulit ang page na ito. Kung nakabayad ka na, huwag nang magbayad ulit.',
    notPaid: (goOn, choose) =>
      html`Hindi ka pa nakakabayad? ${goOn && html`${goOn('Ituloy ang pagbabayad')} o `}${choose(goOn ? 'pumili ng ibang paraan' : 'Pumili ng ibang paraan')}.`,
  },

  ended: {
    cancelled: 'Kinansela ang event na ito',
    released: 'Tinapos ng organizer ang reservation mo',
    over: 'Tapos na ang oras mo para magbayad',
    notHeld: (tickets) => `Hindi na naka-reserve ${angTicketMo(tickets)}.`,
    doNotPay: 'Huwag nang magbayad.',
    startAgain: 'Para subukan ulit, gumawa ng bagong order.',
    paidCancelled: 'Nakabayad ka na ba? Hindi mawawala ang pera mo: ibabalik ito sa iyo nang buo.',
    paidLate: (tickets) =>
      `Nakabayad ka na ba? Hindi mawawala ang pera mo: makukuha mo pa rin ang ${tickets === 1 ? 'ticket' : 'mga ticket'} mo, o ibabalik sa iyo nang buo ang bayad.`,
    moneyBackHeading: 'Ibinabalik na ang pera mo',
    moneyBack: (reason) => `${reason} Ibinabalik sa iyo nang buo ang ibinayad mo.`,
    back: 'Bumalik',
  },

  seats: {
    heading: (seats) => (seats === 1 ? 'Ang upuan mo' : 'Ang mga upuan mo'),
    section: 'Section',
    row: (row) => `Row ${row}`,
    inRow: (_seats, numbers) => `upuan ${numbers}`,
    run: (first, last) => `${first} hanggang ${last}`,
    front: (row) => (row === null ? 'Harap' : `Harap: row ${row}`),
    back: (row) => `Likod: row ${row}`,
    dots: (seats) => (seats === 1 ? 'Ang tuldok ang upuan mo.' : 'Ang mga tuldok ang mga upuan mo.'),
    picture: (section, seats, places) =>
      `Section ${section} mula sa itaas: ${seats === 1 ? 'ang upuan mo ay' : 'ang mga upuan mo ay'} ${places.join('; ')}`,
    place: (row, rows, side) => `nasa ika-${row} sa ${rows} row mula sa harap, ${SIDES[side]}`,
  },
};
